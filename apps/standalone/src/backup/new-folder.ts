import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '@earworm/postgres-server/base-backup';
import { BackupError } from './backup-error.js';
import { isInside, makeFolder } from './data-folder.js';

/** What `work` writes into the folder that it is given appears at `target` when all of it is on the disk, or not at all. */
export async function inNewFolder<T>(
  target: string,
  work: (unfinished: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const unfinished = await makeUnfinished(target);
  try {
    const done = await work(unfinished);
    signal?.throwIfAborted();
    await rename(unfinished, target);
    await syncFolder(dirname(target));
    return done;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Throws a sentence for a folder that no backup can be written to. `dataDir`: what it may not be in. */
export async function checkTarget(target: string, dataDir?: string): Promise<void> {
  if (dataDir !== undefined && isInside(target, dataDir))
    throw new BackupError(`${target} is in the folder of the data: choose one outside ${dataDir}.`);
  const found = await stat(target).catch(() => null);
  if (!found) return;
  if (!found.isDirectory()) throw new BackupError(`${target} is a file: choose a new folder.`);
  if ((await readdir(target)).length > 0)
    throw new BackupError(`${target} exists and is not empty: choose a new folder.`);
  if (found.dev !== (await stat(dirname(target))).dev)
    throw new BackupError(`${target} is where a disk is mounted: choose a new folder on that disk.`);
}

async function makeUnfinished(target: string): Promise<string> {
  const unfinished = `${target}.unfinished`;
  await makeFolder(dirname(target));
  try {
    await mkdir(unfinished, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError(
      `${unfinished} exists: another backup is being taken there, or one was interrupted. Delete that folder if none is running.`,
    );
  }
  return unfinished;
}
