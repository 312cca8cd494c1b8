import { chown, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@earworm/service-kit/postgres';

/** Of the running server alone. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts']);
const WAL = 'pg_wal';

/**
 * A base backup by Postgres' own low-level calls, while the server goes on: the server that comes with the project has no
 * tools. What was committed before this is called is in it.
 */
export async function takeBaseBackup(adminUrl: string, data: string, backup: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query(`select pg_backup_start('spec', fast => true)`);
    await copyFolder(data, backup, (name) => !NOT_COPIED.has(name) && name !== WAL);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await copyFolder(join(data, WAL), join(backup, WAL));
    await writeFile(join(backup, 'backup_label'), rows[0]?.labelfile ?? '');
    await keepOwner(data, join(backup, 'backup_label'));
  });
}

/** Puts the backup in place of the data of a server that is stopped. It recovers to the end of the backup when it is started. */
export async function putBaseBackup(backup: string, data: string): Promise<void> {
  await rm(data, { recursive: true });
  await copyFolder(backup, data);
}

/** Files that are gone by the time they are copied are left out, as Postgres expects it of a backup. */
async function copyFolder(from: string, to: string, isWanted: (name: string) => boolean = () => true): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await keepOwner(from, to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else
      await copyFile(source, target)
        .then(() => keepOwner(source, target))
        .catch((error: unknown) => {
          if ((error as { code?: string }).code !== 'ENOENT') throw error;
        });
  }
}

/** Started by root, Postgres runs as another user. */
async function keepOwner(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  await chown(to, uid, gid);
}
