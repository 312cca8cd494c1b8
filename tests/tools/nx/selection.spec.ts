import { describe, expect, it } from '@jest/globals';
import { specsFor } from './selection.mjs';

describe('specs selected by nx affected', () => {
  it('include all specs of a package in which a file changed', () => {
    expect(specsFor('apps/game', ['apps/game/src/log/append.ts'])).toBe('all');
    expect(specsFor('apps/game', ['apps/game/package.json', 'libs/rules/src/points.ts'])).toBe('all');
  });

  it('include the specs that import changed modules of another package', () => {
    const changed = ['libs/service-kit/src/mail/smtp.ts', 'libs/rules/src/points.ts'];
    expect(specsFor('apps/game', changed)).toEqual(changed);
  });

  it('include all specs when a file that is no module changed in another package', () => {
    expect(specsFor('apps/game', ['libs/rules/package.json'])).toBe('all');
    expect(specsFor('apps/game', ['libs/service-kit/src/log/levels.json'])).toBe('all');
  });

  it('include all specs when the configuration of Jest, the harness or a dependency changed', () => {
    for (const path of [
      'jest.config.js',
      'tests/harness/ports.ts',
      'package-lock.json',
      '.swcrc',
      'deploy/nats/services.conf',
    ])
      expect(specsFor('apps/game', [path])).toBe('all');
  });

  it('ignore documents and specs of several processes', () => {
    expect(specsFor('apps/game', ['README.md', 'tests/services/facts.ts'])).toEqual([]);
  });

  it('ignore a package whose name has the same prefix', () => {
    expect(specsFor('apps/game', ['apps/gamemaster/src/a.ts'])).toEqual(['apps/gamemaster/src/a.ts']);
  });
});
