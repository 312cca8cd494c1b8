import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, stat, statfs, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { EmbeddedPostgresError, messageFor } from './embedded-error.js';
import { reachable, type RunAs } from './run-as.js';

/** A new database takes about 60 MB; an existing one needs room for its log. */
const LEAST_FREE_BYTES = { new: 128 * 1024 * 1024, existing: 32 * 1024 * 1024 };

/** The folder of the data: `dir`, or where `runAs` cannot reach it, one under /var/lib to which `dir/postgres` links. */
export async function prepareHome(dir: string, runAs: RunAs | undefined, log?: Logger): Promise<string> {
  const home = resolve(dir);
  await makeFolder(home);
  if (!runAs || (await reachable(home, runAs))) return home;
  const link = join(home, 'postgres');
  const target = await readlink(link).catch(() => undefined);
  if (target !== undefined) return dirname(target);
  if (await lstat(link).catch(() => undefined)) {
    throw new EmbeddedPostgresError(
      `Postgres cannot run as root, and user number ${runAs.uid} cannot reach the data in ${home}. Choose a folder that is open to all on the way there with DATA_DIR.`,
    );
  }
  const elsewhere = await mkdtemp('/var/lib/earworm-');
  await chmod(elsewhere, 0o755);
  await symlink(join(elsewhere, 'postgres'), link);
  log?.warn(`Postgres cannot run as root, and no other user can reach ${home}: its data is kept in ${elsewhere}.`);
  return elsewhere;
}

export async function checkSpace(home: string, database: 'new' | 'existing'): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  if (bavail * bsize < LEAST_FREE_BYTES[database]) {
    throw new EmbeddedPostgresError(messageFor('No space left on device', { place: home }));
  }
}

/** Throws for a database of another major version, which needs a dump and restore. */
export async function hasCluster(cluster: string, major: string): Promise<boolean> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== '' && version !== major) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was made by Postgres ${version}; this is Postgres ${major}, which cannot open it. Use a release with Postgres ${version} to dump it, or move that folder away to start afresh.`,
    );
  }
  if (version === '' && (await stat(cluster).catch(() => undefined))) {
    throw new EmbeddedPostgresError(`${cluster} holds no database. Move it away to start afresh.`);
  }
  return version !== '';
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The folder ${path} cannot be made (${(error as NodeJS.ErrnoException).code}). Choose another one with DATA_DIR.`,
      { cause: error },
    );
  }
}
