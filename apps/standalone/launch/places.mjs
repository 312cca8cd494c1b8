import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const MODULES = join(ROOT, 'node_modules');

/**
 * Of the process that runs Jest; its workers inherit them. V8's compilation cache would keep everything that the spec
 * files before have loaded, which no later one can use: workers grew to 1.8 GB.
 */
export const JEST_FLAGS = JSON.parse(readFileSync(new URL('jest-flags.json', import.meta.url), 'utf8'));

/** Something the person who typed the command can act on; printed as one sentence, without a stack. */
export class Trouble extends Error {}

const PACKAGES = [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`];
if (process.platform === 'darwin') PACKAGES.push(`node-bin-darwin-${process.arch}`);

/** The Node pinned among the dependencies, or this one where none is made for the machine and this one will do. */
export function pinnedNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of PACKAGES) {
    const path = join(MODULES, name, 'bin', file);
    if (existsSync(path)) return path;
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Trouble(
    `npm has no Node 24 for ${process.platform}-${process.arch}; install Node 24 yourself and try again.`,
  );
}
