import type { Dirent } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskQuota {
  readonly percent: number;
  readonly reserveBytes: number;
}

const COUNTED_FOR_MS = 60_000;
const SHARE_OF_TIME = 0.01;

export class FolderUsage {
  #bytes = 0;
  #counted: Promise<void> | null = null;
  #countAgainAt = -Infinity;

  constructor(
    private readonly root: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  async check({ percent, reserveBytes }: DiskQuota): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.root);
    if (bavail * bsize < reserveBytes)
      throw new Error('the disk is nearly full: the rest is reserved for the event log');
    if ((await this.#used()) >= (blocks * bsize * percent) / 100)
      throw new Error(`objects use their ${percent} % of the disk`);
  }

  async #used(): Promise<number> {
    if (this.now() >= this.#countAgainAt) this.#counted ??= this.#count();
    // Only the first count blocks.
    if (this.#countAgainAt === -Infinity) await this.#counted;
    return this.#bytes;
  }

  async #count(): Promise<void> {
    const startedAt = this.now();
    const before = this.#bytes;
    try {
      const found = await bytesIn(this.root);
      // Concurrent writes may count twice until the next count.
      this.#bytes = found + (this.#bytes - before);
    } finally {
      const took = this.now() - startedAt;
      this.#countAgainAt = this.now() + Math.max(COUNTED_FOR_MS, took / SHARE_OF_TIME);
      this.#counted = null;
    }
  }
}

const usages = new Map<string, FolderUsage>();

export function usageOf(root: string): FolderUsage {
  const usage = usages.get(root) ?? new FolderUsage(root);
  usages.set(root, usage);
  return usage;
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
