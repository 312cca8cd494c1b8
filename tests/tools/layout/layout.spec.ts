import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { outOfBounds } from './bounds.mjs';
import { longSubjects } from './commit-subjects.mjs';
import { cyclesIn } from './cycles.mjs';
import { dialectIn } from './dialect.mjs';

const src = 'apps/x/src';
const importsOf = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([from, to], index) => ({ from: `${src}/${from}`, to: `${src}/${to}`, line: index + 1 }));
const entriesOf = (...pairs: readonly (readonly [string, string])[]) =>
  cyclesIn(importsOf(...pairs)).map(({ folder, entries }) => [folder, ...entries]);

describe('cycles between the entries of a folder', () => {
  it('never occur where folders import in one direction, at any depth', () => {
    expect(
      entriesOf(['http/a.ts', 'limits/b.ts'], ['http/deep/c.ts', 'wire/d.ts'], ['limits/b.ts', 'wire/d.ts']),
    ).toEqual([]);
  });

  it('appear between folders whose files form no cycle', () => {
    expect(entriesOf(['a/one.ts', 'b/two.ts'], ['b/three.ts', 'a/four.ts'])).toEqual([[src, 'a', 'b']]);
  });

  it('appear across several folders', () => {
    expect(entriesOf(['a/x.ts', 'b/x.ts'], ['b/x.ts', 'c/x.ts'], ['c/x.ts', 'a/y.ts'])).toEqual([[src, 'a', 'b', 'c']]);
  });

  it('appear between a folder and a file beside it', () => {
    expect(entriesOf(['edge.ts', 'http/x.ts'], ['http/y.ts', 'edge.ts'])).toEqual([[src, 'edge.ts', 'http']]);
  });

  it('appear inside a folder, and between its files', () => {
    expect(entriesOf(['a/b/x.ts', 'a/c/x.ts'], ['a/c/y.ts', 'a/b/y.ts'])).toEqual([[`${src}/a`, 'b', 'c']]);
    expect(entriesOf(['a/x.ts', 'a/y.ts'], ['a/y.ts', 'a/x.ts'])).toEqual([[`${src}/a`, 'x.ts', 'y.ts']]);
  });

  it('name the imports that make each step', () => {
    const [cycle] = cyclesIn(importsOf(['a/one.ts', 'b/two.ts'], ['b/three.ts', 'a/four.ts']));
    expect(cycle?.steps.map(({ from, to, imports }) => [from, to, imports.map(({ line }) => line)])).toEqual([
      ['a', 'b', [1]],
      ['b', 'a', [2]],
    ]);
  });
});

describe('words of a private dialect', () => {
  it('appear with their line in prose and as parts of identifiers', () => {
    const found = dialectIn('x.ts', 'const a = 1;\n// for whoever is owed it\nconst fallenBehind = openTurnstile;');
    expect(found.map(({ line, word }) => [line, word])).toEqual([
      [2, 'whoever'],
      [2, 'owed'],
      [3, 'fallen'],
      [3, 'turnstile'],
    ]);
  });

  it('never appear in words that only contain their letters', () => {
    expect(dialectIn('x.ts', 'allowed warehouse caregiver crowded')).toEqual([]);
  });
});

describe('bounds of the measures', () => {
  const bounds = { cycles: [0, 0], median: [55, 120] } as const;

  it('accept the least and the most that is allowed', () => {
    for (const median of [55, 120]) expect(outOfBounds({ cycles: 0, median }, bounds)).toEqual([]);
  });

  it('name each measure that is out of them', () => {
    expect(outOfBounds({ cycles: 1, median: 54 }, bounds)).toEqual([
      'cycles is 1, allowed: 0',
      'median is 54, allowed: 55 to 120',
    ]);
  });
});

describe('commit subjects', () => {
  let folder: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '-m', subject);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'subjects-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('appear in the list after the base when they have more than 72 characters', () => {
    git('init', '--quiet');
    commit('x'.repeat(73));
    const base = git('rev-parse', 'HEAD').trim();
    commit('y'.repeat(72));
    commit('z'.repeat(73));
    expect(longSubjects(folder, base)).toEqual([expect.stringMatching(/^[0-9a-f]+ z{73}$/)]);
  });

  it('remain unknown without the base, or without a repository', () => {
    expect(longSubjects(folder)).toBeNull();
    git('init', '--quiet');
    commit('x');
    expect(longSubjects(folder)).toBeNull();
  });
});
