import { describe, expect, it } from '@jest/globals';
import { choose, isMutated, seedOf } from './choice.js';
import type { Kind, Mutant } from './operators.js';

const mutant = (kind: Kind, file: string, line: number): Mutant => ({
  kind,
  file,
  line,
  start: 0,
  end: 0,
  before: '',
  after: '',
});
const MANY = Array.from({ length: 40 }, (_, i) => mutant('comparison', `libs/x/src/f${i % 10}.ts`, i));
const SOURCE = [...MANY, mutant('guard', 'libs/x/src/g.ts', 1), mutant('call', 'libs/x/src/h.ts', 1)];

describe('the choice of mutants', () => {
  it('is the same for the same seed', () => {
    expect(choose(SOURCE, 3, 7)).toEqual(choose(SOURCE, 3, 7));
  });

  it('differs between seeds', () => {
    const choices = Array.from({ length: 10 }, (_, seed) => JSON.stringify(choose(SOURCE, 2, seed)));
    expect(new Set(choices).size).toBeGreaterThan(5);
  });

  it('chooses each file once', () => {
    const files = choose(SOURCE, 12, 1).map(({ file }) => file);
    expect(new Set(files).size).toBe(12);
  });

  it('chooses rare kinds of mutants as often as common ones', () => {
    const kinds = Array.from({ length: 60 }, (_, seed) => choose(SOURCE, 1, seed)[0]!.kind);
    for (const kind of ['guard', 'call', 'comparison'])
      expect(kinds.filter((each) => each === kind).length).toBeGreaterThan(9);
  });

  it('ends when every file was chosen', () => {
    expect(choose(SOURCE, 100, 1)).toHaveLength(12);
    expect(choose([], 2, 1)).toEqual([]);
  });

  it('draws independently for each package', () => {
    expect(seedOf(1, 'apps/game')).not.toBe(seedOf(1, 'apps/gateway'));
    expect(seedOf(1, 'apps/game')).not.toBe(seedOf(2, 'apps/game'));
  });
});

describe('the files that are mutated', () => {
  it.each(['apps/game/src/log/append.ts', 'apps/web/src/features/buzzer/buzzer-page.tsx', 'libs/rules/src/points.ts'])(
    'include %s',
    (file) => expect(isMutated(file)).toBe(true),
  );

  it.each([
    'apps/game/src/log/append.spec.ts',
    'apps/game/src/log/append.int.spec.ts',
    'apps/game/src/testing/own-postgres.ts',
    'apps/library/src/migrations/1-first.ts',
    'apps/game/src/game.config.ts',
    'apps/web/src/platform/i18n/t.ts',
    'apps/web/vite.config.ts',
    'apps/game/src/main.ts',
    'tests/load/audit.ts',
  ])('leave out %s', (file) => expect(isMutated(file)).toBe(false));
});
