import { describe, expect, it } from '@jest/globals';
import { specsFor } from './selection.mjs';

describe('specs of a package under nx affected', () => {
  it('are all of them when a file of the package changed', () => {
    expect(specsFor('apps/game', ['apps/game/src/log/append.ts'])).toBe('all');
    expect(specsFor('apps/game', ['apps/game/package.json', 'libs/rules/src/points.ts'])).toBe('all');
  });

  it('are those that import the changed modules of another package', () => {
    const changed = ['libs/service-kit/src/mail/smtp.ts', 'libs/rules/src/points.ts'];
    expect(specsFor('apps/game', changed)).toEqual(changed);
  });

  it('are all of them when something else than a module changed in another package', () => {
    expect(specsFor('apps/game', ['libs/rules/package.json'])).toBe('all');
    expect(specsFor('apps/game', ['libs/service-kit/src/log/levels.json'])).toBe('all');
  });

  it('are all of them when the configuration of Jest, the harness or a dependency changed', () => {
    for (const path of [
      'jest.config.js',
      'tests/harness/ports.ts',
      'package-lock.json',
      '.swcrc',
      'deploy/nats/services.conf',
    ])
      expect(specsFor('apps/game', [path])).toBe('all');
  });

  it('are not affected by prose and by specs of several processes', () => {
    expect(specsFor('apps/game', ['README.md', 'tests/cluster/facts.ts'])).toEqual([]);
  });

  it('are not confused by a package whose name begins with the same letters', () => {
    expect(specsFor('apps/game', ['apps/gamemaster/src/a.ts'])).toEqual(['apps/gamemaster/src/a.ts']);
  });
});
