import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

const MODULE = /\.[cm]?[jt]sx?$/;
const TYPES_ONLY = /^(import|export) type [^;]*;/gm;
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@earworm/source'],
  allowJs: true,
};

/** Which modules import which, by paths from the root. */
export class Importers {
  private constructor(private readonly importersOf: ReadonlyMap<string, readonly string[]>) {}

  /** @param files from the root; only imports among them count */
  static async read(root: string, files: readonly string[]): Promise<Importers> {
    const cache = ts.createModuleResolutionCache(root, (name) => name, OPTIONS);
    const importersOf = new Map<string, string[]>();
    for (const file of files.filter((path) => MODULE.test(path))) {
      const path = join(root, file);
      const text = (await readFile(path, 'utf8')).replace(TYPES_ONLY, '');
      for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
        const found = ts.resolveModuleName(fileName, path, OPTIONS, ts.sys, cache).resolvedModule?.resolvedFileName;
        if (found === undefined || found.includes(`${sep}node_modules${sep}`)) continue;
        const imported = relative(root, found).split(sep).join('/');
        importersOf.set(imported, [...(importersOf.get(imported) ?? []), file]);
      }
    }
    return new Importers(importersOf);
  }

  /** Every module that imports the file, however indirectly, with the number of imports between them. */
  of(file: string): Map<string, number> {
    const steps = new Map([[file, 0]]);
    // Entries that are added while it runs are visited, too.
    for (const [at, distance] of steps)
      for (const next of this.importersOf.get(at) ?? []) if (!steps.has(next)) steps.set(next, distance + 1);
    steps.delete(file);
    return steps;
  }
}
