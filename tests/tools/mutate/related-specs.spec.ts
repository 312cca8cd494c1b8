import { describe, expect, it } from '@jest/globals';
import { batchesOf, relatedSpecs } from './related-specs.js';

const FILE = 'libs/x/src/deep/x.ts';
const related = (importers: Record<string, number>) => relatedSpecs(FILE, new Map(Object.entries(importers)));

describe('the specs related to a mutant', () => {
  it('are the specs of packages among the importers', () => {
    const importers = {
      'libs/x/src/a.ts': 1,
      'libs/x/src/a.spec.ts': 1,
      'tests/e2e/b.spec.ts': 1,
      'apps/y/c.spec.tsx': 2,
    };
    expect(related(importers)).toEqual(['libs/x/src/a.spec.ts', 'apps/y/c.spec.tsx']);
  });

  it('begin with those of the package, then with the nearest importers, then with those without servers', () => {
    const ordered = [
      'libs/x/src/near.spec.ts',
      'libs/x/src/near.int.spec.ts',
      'libs/x/src/far.spec.ts',
      'libs/xy/src/near.spec.ts',
      'libs/xy/src/far.int.spec.ts',
    ];
    const importers = Object.fromEntries(
      ordered.toReversed().map((path) => [path, path.includes('far') ? 3 : 2] as const),
    );
    expect(related(importers)).toEqual(ordered);
  });

  it('are at most 60', () => {
    const importers = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`libs/x/src/${n}.spec.ts`, 100 - n]));
    const specs = related(importers);
    expect(specs).toHaveLength(60);
    expect(specs[0]).toBe('libs/x/src/99.spec.ts');
  });

  it('run in growing batches, each once', () => {
    const specs = Array.from({ length: 15 }, (_, n) => `${n}.spec.ts`);
    const batches = batchesOf(specs);
    expect(batches.map(({ length }) => length)).toEqual([4, 8, 3]);
    expect(batches.flat()).toEqual(specs);
    expect(batchesOf([])).toEqual([]);
  });
});
