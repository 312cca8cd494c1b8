import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { databaseSize, listTree, type Tree } from '@earworm/postgres-server/base-backup';
import { BackupError } from './backup-error.js';

/** Left by a restore until it is complete; `npm start` refuses the folder meanwhile. */
export const UNFINISHED_RESTORE = 'restore.unfinished';
/** Where a restore moves what it finds: this, and when. */
export const BEFORE_RESTORE = 'before-restore-';
/** What a backup leaves in a folder that was full before. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** Copies of programs, earlier data, and the separate installation of `npm run services`. */
const NO_DATA = /^(postgres-binaries-.*|before-restore-.*|restore\.unfinished|services|lost\+found)$/;
/** Of the database, which is copied with its own means. */
const DATABASE = /^postgres(\..*)?$/;
/** Uploads that have not ended. */
const UPLOADS = /^objects\/drafts\//;

/** Names of what an installation keeps in its folder, the database included. */
export async function dataIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !NO_DATA.test(name));
}

/** For root, who restores the data of another user: whom the folder belongs to. Undefined: this user. */
export async function ownerOf(dataDir: string): Promise<{ uid: number; gid: number } | undefined> {
  const { uid, gid } = await stat(dataDir);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : undefined;
}

/** Everything but the database, so that a file that a service adds to the folder needs no line here. */
export const filesOf = (dataDir: string): Promise<Tree> =>
  listTree(dataDir, (path) => {
    const top = path.split('/')[0] ?? '';
    return !NO_DATA.test(top) && !DATABASE.test(top) && !UPLOADS.test(path);
  });

export async function dataSize(dataDir: string): Promise<number> {
  const { files } = await filesOf(dataDir);
  let size = await databaseSize(dataDir);
  for (const path of files) size += (await stat(join(dataDir, path)).catch(() => ({ size: 0 }))).size;
  return size;
}

/** Throws a sentence when `bytes` do not fit where `folder` is or will be, with a reserve. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(await existing(folder));
  const free = bavail * bsize;
  if (free >= bytes + RESERVE_BYTES) return;
  throw new BackupError(
    `The disk that holds ${folder} has too little room: ${inMegabytes(bytes + RESERVE_BYTES)} MB are needed and ${inMegabytes(free)} MB are free.`,
  );
}

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);

/** With those above it. Unlike the recursive `mkdir`, which says ENOENT on a read-only disk, rejects with the cause. */
export async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

/** The folder, or the next one above that exists. */
const existing = async (folder: string): Promise<string> =>
  (await exists(folder)) || folder === dirname(folder) ? folder : existing(dirname(folder));

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
};
