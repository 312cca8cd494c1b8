import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** A disk of a few MiB that can be full; undefined where this process may not mount one. */
export function smallDisk(mebibytes: number) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const place = mkdtempSync(join(tmpdir(), 'earworm-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', place]);
  if (mounted.status !== 0) {
    rmdirSync(place);
    return undefined;
  }
  const ballast = join(place, 'ballast');
  return {
    place,
    /** Creates the folder, owned with its content by the user who owns the given one. */
    giveToOwnerOf: async (folder: string) => {
      const { uid, gid } = await stat(folder);
      await chown(place, uid, gid);
      for (const name of await readdir(place, { recursive: true })) await chown(join(place, name), uid, gid);
    },
    /** Uses up all remaining space. */
    fill: async () => {
      for (let bytes = mebibytes * MIB; bytes >= 4_096; bytes = Math.floor(bytes / 2))
        for (;;) {
          const full = await writeFile(ballast, Buffer.alloc(bytes), { flag: 'a' }).then(
            () => false,
            () => true,
          );
          if (full) break;
        }
    },
    free: () => rm(ballast, { force: true }),
    remove: () => {
      if (!existsSync(place)) return;
      spawnSync('umount', ['-l', place]);
      rmdirSync(place);
    },
  };
}
