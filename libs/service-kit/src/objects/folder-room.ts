import type { Dirent } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What objects may take of the disk that they share with the database. */
export interface RoomTerms {
  /** Of the whole disk. */
  readonly percent: number;
  /** So much stays free, for the log of games. */
  readonly reserveBytes: number;
}

/** How long a count of the folder stands; in between it is kept up by what this process writes and removes. */
const COUNTED_FOR_MS = 60_000;
/** A folder that takes long to walk is walked more seldom. */
const SHARE_OF_TIME = 0.01;

/** How much the objects of a folder take, and whether there is room for more. */
export class FolderRoom {
  #bytes = 0;
  #counted: Promise<void> | null = null;
  #countAgainAt = -Infinity;

  constructor(
    private readonly root: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** So many bytes more are there, or fewer. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Rejects when nothing more may be stored. */
  async check({ percent, reserveBytes }: RoomTerms): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.root);
    if (bavail * bsize < reserveBytes) throw new Error('the disk is nearly full: the rest is kept for the log');
    if ((await this.#used()) >= (blocks * bsize * percent) / 100)
      throw new Error(`objects take their ${percent} % of the disk`);
  }

  async #used(): Promise<number> {
    if (this.now() >= this.#countAgainAt) this.#counted ??= this.#count();
    // Only the first count is waited for.
    if (this.#countAgainAt === -Infinity) await this.#counted;
    return this.#bytes;
  }

  async #count(): Promise<void> {
    const startedAt = this.now();
    const before = this.#bytes;
    try {
      const found = await bytesIn(this.root);
      // What came meanwhile may have been seen, too: counted twice rather than not at all, until the next time.
      this.#bytes = found + (this.#bytes - before);
    } finally {
      const took = this.now() - startedAt;
      this.#countAgainAt = this.now() + Math.max(COUNTED_FOR_MS, took / SHARE_OF_TIME);
      this.#counted = null;
    }
  }
}

/** One count for all of a process that use the folder. */
const rooms = new Map<string, FolderRoom>();

export function roomOf(root: string): FolderRoom {
  const known = rooms.get(root) ?? new FolderRoom(root);
  rooms.set(root, known);
  return known;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}
