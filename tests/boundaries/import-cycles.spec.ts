import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORT = /(?:from|import)\s+'(\.[^']+)'/g;

/** Every file under the `src` of an app or lib, with the files of the same package that it imports, types included. */
function importsOfAll(): Map<string, string[]> {
  const files = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(ROOT, kind), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^[^\\/]+[\\/]src[\\/].*\.tsx?$/.test(path))
      .map((path) => join(ROOT, kind, path)),
  );
  const ownFiles = new Set(files);
  const imported = (from: string, path: string) => {
    const base = resolve(dirname(from), path.replace(/\.js$/, ''));
    return [`${base}.ts`, `${base}.tsx`].find((each) => ownFiles.has(each));
  };
  return new Map(
    files.map((file) => {
      const paths = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => imported(file, path ?? ''));
      return [file, paths.filter((path) => path !== undefined)];
    }),
  );
}

/** Cycles of imports, each once, as the path around. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const met = path.indexOf(file);
    if (met >= 0) {
      cycles.push([...path.slice(met), file].map((each) => relative(ROOT, each)).join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

describe('import cycles', () => {
  it('never occur between source files of any app or library', () => {
    const imports = importsOfAll();
    expect(imports.size).toBeGreaterThan(300);
    expect(cyclesIn(imports)).toEqual([]);
  });

  it('appear in the result of the check, each once', () => {
    const imports = new Map([
      ['/a', ['/b']],
      ['/b', ['/c', '/d']],
      ['/c', ['/b']],
      ['/d', []],
    ]);
    expect(cyclesIn(imports)).toHaveLength(1);
  });
});
