import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  copyTree,
  installationOf,
  isOfDatabase,
  placeBaseBackup,
  postgresMajor,
  requireStopped,
  syncFolder,
  type Tree,
  writeDurably,
} from '@earworm/postgres-server/base-backup';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import { BackupError, explainFileError } from './backup-error.js';
import {
  BEFORE_RESTORE,
  dataIn,
  exists,
  isInside,
  makeFolder,
  ownerOf,
  requireSpace,
  UNFINISHED_RESTORE,
} from './data-folder.js';
import { keepErasedGames } from './erased-games.js';
import { incompatibility, type Manifest, readManifest, thisRelease, verifyCopies, verifyFiles } from './manifest.js';

export interface RestoreOptions {
  readonly source: string;
  readonly dataDir: string;
  /** Moves data that is in the way into a folder beside it, instead of refusing. */
  readonly moveOldData?: boolean;
  readonly signal?: AbortSignal;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the data is that was in the way; null: there was none. */
  readonly oldData: string | null;
}

/** Nothing is written before the whole backup has been read and found good; what fails after that is undone. */
export async function restoreBackup({ source, dataDir, moveOldData, signal }: RestoreOptions): Promise<Restored> {
  try {
    if (isInside(source, dataDir))
      throw new BackupError(`${source} is in the folder to restore into: move it out of ${dataDir} first.`);
    const manifest = await readManifest(source);
    if (manifest.kind !== 'files')
      throw new BackupError(
        `The backup in ${source} is of an installation with a Postgres of its own: set DATABASE_URL to the one to restore into.`,
      );
    const reason = incompatibility(manifest, thisRelease(await postgresMajor()));
    if (reason !== null) throw new BackupError(reason);
    await verifyFiles(source, manifest, signal);
    await requireStopped(dataDir);
    const old = await dataInTheWay(dataDir, manifest, moveOldData === true);
    const size = manifest.files.reduce((sum, file) => sum + file.size, 0);
    await requireSpace(dataDir, size);
    await makeFolder(dataDir);
    const oldData = old.length === 0 ? null : join(dataDir, `${BEFORE_RESTORE}${stamp()}`);
    await writeInto(dataDir, source, manifest, { old, oldData, signal });
    return { manifest, oldData };
  } catch (error) {
    throw explainFileError(error, { reads: source, writes: dataDir });
  }
}

/** Names of what has to be moved. Throws a sentence where it may not be. */
async function dataInTheWay(dataDir: string, { installation }: Manifest, mayMove: boolean): Promise<string[]> {
  const isInterrupted = await exists(join(dataDir, UNFINISHED_RESTORE));
  const old = await dataIn(dataDir);
  if (old.length === 0) return old;
  if (!mayMove)
    throw new BackupError(
      isInterrupted
        ? `${dataDir} holds what an interrupted restore has left: move it out of the way with --move-old-data.`
        : `${dataDir} holds data already: choose an empty folder with DATA_DIR, or move that data out of the way with --move-old-data.`,
    );
  const present = await installationOf(dataDir);
  if (present !== null && present !== installation)
    throw new BackupError(
      `This backup is of another installation than the data in ${dataDir}: choose an empty folder with DATA_DIR, or move that data away yourself.`,
    );
  return old;
}

interface Replaced {
  readonly old: readonly string[];
  readonly oldData: string | null;
  readonly signal: AbortSignal | undefined;
}

async function writeInto(
  dataDir: string,
  source: string,
  manifest: Manifest,
  { old, oldData, signal }: Replaced,
): Promise<void> {
  const marker = join(dataDir, UNFINISHED_RESTORE);
  const { database, others } = partsOf(manifest);
  const undoing: (() => Promise<unknown>)[] = [];
  await rm(marker, { force: true });
  await writeDurably(marker, `${source}\n`);
  undoing.push(() => rm(marker));
  try {
    if (oldData !== null) {
      await mkdir(oldData);
      // Only once it is empty again.
      undoing.push(() => rmdir(oldData));
      for (const name of old) {
        await rename(join(dataDir, name), join(oldData, name));
        undoing.push(() => rename(join(oldData, name), join(dataDir, name)));
      }
    }
    for (const name of topOf(others)) undoing.push(() => rm(join(dataDir, name), { recursive: true, force: true }));
    const owner = await ownerOf(dataDir);
    const copies = await copyTree(source, dataDir, others, { owner, signal });
    const placed = await placeBaseBackup(source, dataDir, database, { owner, signal });
    undoing.push(() => placed.undo());
    verifyCopies(source, manifest, [...copies, ...placed.files]);
    if (oldData !== null) {
      undoing.push(() => rm(join(dataDir, 'objects'), { recursive: true, force: true }));
      await keepErasedGames(oldData, dataDir, { owner, signal });
    }
    await startOnce(dataDir);
    signal?.throwIfAborted();
    await rm(marker);
    await syncFolder(dataDir);
  } catch (error) {
    // What cannot be undone leaves the marker in place.
    const undone = async () => {
      for (const undo of undoing.toReversed()) await undo();
    };
    await undone().catch(() => undefined);
    throw error;
  }
}

/** Recovers the database, and makes clients discard what happened after the backup: docs/runbooks/restore.md. */
async function startOnce(dataDir: string): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dir: dataDir });
  try {
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string | null }>(
        `select to_regproc('game.renew_log_ids')::text as name`,
      );
      if (rows[0]?.name) await client.query('select game.renew_log_ids()');
    });
  } finally {
    await stop();
  }
}

function partsOf({ folders, files }: Manifest): Readonly<Record<'database' | 'others', Tree>> {
  const paths = files.map(({ path }) => path);
  const of = (isWanted: (path: string) => boolean): Tree => ({
    folders: folders.filter(isWanted),
    files: paths.filter(isWanted),
  });
  return { database: of(isOfDatabase), others: of((path) => !isOfDatabase(path)) };
}

const topOf = ({ folders, files }: Tree): Set<string> =>
  new Set([...folders, ...files].map((path) => path.split('/')[0] ?? path));

/** A time that a folder can be called by. */
const stamp = (): string => new Date().toISOString().replace(/[:.]/g, '-');
