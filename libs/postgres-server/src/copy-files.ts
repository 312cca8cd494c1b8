import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { give, type RunAs } from './run-as.js';

/** What is below a folder, by paths with `/`; a folder comes before what is in it. */
export interface Tree {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

export interface CopiedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export interface CopyOptions {
  /** Default: this user. */
  readonly owner?: RunAs | undefined;
  /** Leaves out files that are gone by the time they are copied. Default: false. */
  readonly mayVanish?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const AT_ONCE = 4;
const CHUNK_BYTES = 256 * 1024;

/** Of a folder that may change meanwhile. What `isWanted` refuses is left out with everything below it. */
export async function listTree(root: string, isWanted: (path: string) => boolean = () => true): Promise<Tree> {
  const folders: string[] = [];
  const files: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch(orNone)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!isWanted(path)) continue;
      const isFolder = entry.isSymbolicLink() ? await isDirectory(join(root, path)) : entry.isDirectory();
      if (!isFolder) files.push(path);
      else {
        folders.push(path);
        await walk(path);
      }
    }
  };
  await walk('');
  return { folders, files };
}

/**
 * Copies to the disk itself, not only to the cache of its system, readable to the owner only. Rejects when a target
 * exists.
 */
export async function copyTree(
  from: string,
  to: string,
  { folders, files }: Tree,
  { owner, mayVanish = false, signal }: CopyOptions = {},
): Promise<CopiedFile[]> {
  for (const folder of folders) {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    await give(join(to, folder), owner);
  }
  const copied: CopiedFile[] = [];
  await forEachParallel(files, AT_ONCE, async (path) => {
    signal?.throwIfAborted();
    const file = await copyFile(join(from, path), join(to, path), owner).catch((error: unknown) => {
      if (mayVanish && isMissing(error)) return null;
      throw error;
    });
    if (file) copied.push({ path, ...file });
  });
  for (const folder of ['', ...folders]) await syncFolder(join(to, folder));
  return copied;
}

/**
 * Works on so many of the items at once, and on no further one after the first error. Rejects with it when the others
 * in work have ended, too: what they have written can then be removed.
 */
export async function forEachParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  const worker = async () => {
    while (errors.length === 0) {
      const { done, value } = await left.next();
      if (done === true) return;
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, () => worker().catch((error: unknown) => errors.push(error))));
  if (errors.length > 0) throw errors[0];
}

type Content = Omit<CopiedFile, 'path'>;

const copyFile = (from: string, to: string, owner: RunAs | undefined): Promise<Content> =>
  withFile(from, 'r', (source) =>
    withFile(to, 'wx', async (target) => {
      const content = await readThrough(source, async (chunk) => void (await target.writeFile(chunk)));
      // Objects are swept by their age.
      const { atime, mtime } = await source.stat();
      await target.utimes(atime, mtime);
      await target.sync();
      await give(to, owner);
      return content;
    }),
  );

/** Size and hash of a file. */
export const readContent = (path: string): Promise<Content> =>
  withFile(path, 'r', (file) => readThrough(file, () => Promise.resolve()));

async function readThrough(file: FileHandle, each: (chunk: Buffer) => Promise<void>): Promise<Content> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    size += bytesRead;
    await each(chunk);
  }
}

/** Writes a new file as `copyTree` does. */
export async function writeDurably(path: string, data: string | Uint8Array): Promise<Content> {
  await withFile(path, 'wx', async (file) => {
    await file.writeFile(data);
    await file.sync();
  });
  await syncFolder(dirname(path));
  return { size: Buffer.byteLength(data), sha256: createHash('sha256').update(data).digest('hex') };
}

/** So that names in it survive a power cut. Windows has nothing like it. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform !== 'win32') await withFile(path, 'r', (folder) => folder.sync());
};

async function withFile<T>(path: string, flags: 'r' | 'wx', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function orNone(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
