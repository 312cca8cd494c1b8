import { mkdir, statfs } from 'node:fs/promises';
import type { ReadSpace } from './watch-space.js';

/** Of the disk that holds a folder, as far as this user may fill it. */
export const diskSpace =
  (folder: string): ReadSpace =>
  async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bfree, blocks, bsize } = await statfs(folder);
    const usedBytes = (blocks - bfree) * bsize;
    return { usedBytes, totalBytes: usedBytes + bavail * bsize };
  };
