import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from './data-folder.js';
import { manifestFile } from './manifest.js';

/** Names that `--keep` gives. */
const OF_A_TIME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(\.unfinished)?$/;
const UNFINISHED = '.unfinished';
/** None takes that long: it was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000;

/** Removes all but the newest complete backups of a folder, and those that were killed. Returns what was removed. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => OF_A_TIME.test(name)).sort();
  const complete: string[] = [];
  const old: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (name.endsWith(UNFINISHED)) {
      if (Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS) old.push(path);
    } else if (await exists(manifestFile(path))) complete.push(path);
  }
  old.push(...complete.slice(0, -keep));
  for (const path of old) await rm(path, { recursive: true, force: true });
  return old;
}
