import { mkdir, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findInstalled } from './binaries.js';
import { copyTree, listTree, writeDurably, type CopiedFile, type CopyOptions, type Tree } from './copy-files.js';
import { EmbeddedPostgresError } from './embedded-error.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { prepareHome } from './home.js';
import { claim, findServer } from './owner.js';
import { chooseUser, give } from './run-as.js';

export { copyTree, forEachParallel, listTree, readContent, syncFolder, writeDurably } from './copy-files.js';
export type { CopiedFile, Tree } from './copy-files.js';

/** On one connection of a superuser. */
export type Query = <Row extends object>(sql: string) => Promise<readonly Row[]>;

/** As they are called in a backup. */
const CLUSTER = 'postgres';
const PASSWORD = 'postgres.password';

/** Of the running server alone. */
const OF_THE_SERVER = /^postmaster\.(pid|opts)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;
/** Folders whose content Postgres rebuilds at a start, by its documentation. */
const REBUILT = /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const WAL = /^pg_wal\//;
const WAL_SEGMENT = /^pg_wal\/[0-9A-F]{24}$/;
/** Holds the installation's identifier, and where the last checkpoint is. */
const CONTROL = 'global/pg_control';
/** Of the file's head, little-endian on every machine that there are binaries for. */
const IDENTIFIER_BYTES = 8;

export interface BackedUp {
  readonly folders: readonly string[];
  readonly files: readonly CopiedFile[];
}

/** Where the database of `dir` is: not below it where Postgres' user could not reach that. Null: there is none. */
async function clusterOf(dir: string): Promise<string | null> {
  return realpath(join(resolve(dir), CLUSTER)).catch(() => null);
}

/** Names the installation for good: Postgres chose it when the database was made. Null: there is no database. */
export async function installationOf(dir: string): Promise<string | null> {
  const file = await open(join(resolve(dir), CLUSTER, CONTROL)).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer } = await file.read(Buffer.alloc(IDENTIFIER_BYTES), 0, IDENTIFIER_BYTES, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/** The major version of Postgres that this release brings. */
export const postgresMajor = async (): Promise<string> => (await findInstalled()).major;

/** Throws while anything runs on the data in `dir`. */
export async function requireStopped(dir: string): Promise<void> {
  const cluster = await clusterOf(dir);
  if (cluster === null) return;
  const ownership = await claim(join(dirname(cluster), 'postgres.owner'), cluster);
  await ownership.release();
  const server = await findServer(cluster);
  if (server)
    throw new EmbeddedPostgresError(`The database in ${cluster} is still running (process ${server.pid}): stop it.`);
}

/** The database of `dir`: that of the running product, or one that is started and stopped for `work`. */
export async function withDatabaseOf<T>(dir: string, work: (url: string) => Promise<T>): Promise<T> {
  await chooseUser(join(dir, CLUSTER));
  const cluster = await clusterOf(dir);
  const server = cluster === null ? undefined : await findServer(cluster);
  if (cluster === null || server === undefined) {
    const own = await startEmbeddedPostgres({ dir });
    try {
      return await work(own.url);
    } finally {
      await own.stop();
    }
  }
  if (server.port === null)
    throw new EmbeddedPostgresError(`The database in ${cluster} is starting or stopping: try again in a moment.`);
  const password = (await readFile(join(dirname(cluster), PASSWORD), 'utf8')).trim();
  return work(`postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`);
}

/** Bytes of the database of `dir`, with its log. */
export async function databaseSize(dir: string): Promise<number> {
  const cluster = await clusterOf(dir);
  if (cluster === null) return 0;
  const { files } = await listTree(cluster);
  const sizes = files.map((path) => stat(join(cluster, path)).catch(() => ({ size: 0 })));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

/**
 * Copies the database of `dir`, and its superuser's password, into the folder `to` while its server runs; the binaries of
 * the package have no tool for it. What was committed before this is called is in it. Paths are below `to`.
 */
export async function takeBaseBackup(dir: string, to: string, query: Query, signal?: AbortSignal): Promise<BackedUp> {
  const cluster = await clusterOf(dir);
  if (cluster === null) throw new EmbeddedPostgresError(`There is no database in ${dir}.`);
  const target = join(to, CLUSTER);
  const options: CopyOptions = { mayVanish: true, signal };
  // Keeps the log since now; it ends with the connection.
  await query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  const [begun] = await query<{ first: string }>(
    `select pg_walfile_name(pg_backup_start('earworm', fast => true)) as first`,
  );
  await mkdir(target, { mode: 0o700 });
  const data = await listTree(
    cluster,
    (path) => !(path === CONTROL || OF_THE_SERVER.test(path) || REBUILT.test(path) || WAL.test(path)),
  );
  const files = await copyTree(cluster, target, data, options);
  const control = await writeDurably(join(target, CONTROL), await readSettled(join(cluster, CONTROL)));
  const [ended] = await query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  if (!begun || !ended) throw new Error('the database does not answer as Postgres does');
  const isNeeded = (path: string) =>
    !WAL_SEGMENT.test(path) || (path >= `pg_wal/${begun.first}` && path <= `pg_wal/${ended.last}`);
  const log = await listTree(cluster, (path) => path === 'pg_wal' || (WAL.test(path) && isNeeded(path)));
  const segments = await copyTree(cluster, target, log, options);
  const label = await writeDurably(join(target, 'backup_label'), ended.label);
  const [password] = await copyTree(dirname(cluster), to, { folders: [], files: [PASSWORD] }, { signal });
  const below = <File extends { path: string }>(file: File) => ({ ...file, path: `${CLUSTER}/${file.path}` });
  return {
    folders: [CLUSTER, ...[...data.folders, ...log.folders].map((path) => `${CLUSTER}/${path}`)],
    files: [...files, { path: CONTROL, ...control }, ...segments, { path: 'backup_label', ...label }]
      .map(below)
      .concat(password ?? []),
  };
}

/** A file that is written at once, but perhaps while it is read. */
async function readSettled(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

export interface Placed {
  readonly files: readonly CopiedFile[];
  /** Removes the database again. */
  undo(): Promise<void>;
}

/** Whether a path of a backup belongs to its database. */
export const isOfDatabase = (path: string): boolean => path === PASSWORD || path.split('/')[0] === CLUSTER;

/**
 * Puts the database of the backup in `from` into `dir`, which has none. Its server recovers to the end of the backup when
 * it is started. `tree`: what belongs to it, by paths below `from`. Default owner: as for a new database.
 */
export async function placeBaseBackup(
  from: string,
  dir: string,
  tree: Tree,
  options: Pick<CopyOptions, 'owner' | 'signal'> = {},
): Promise<Placed> {
  const { signal } = options;
  const owner = options.owner ?? (await chooseUser(join(dir, CLUSTER)));
  const home = await prepareHome(dir, owner);
  const ownership = await claim(join(home, 'postgres.owner'), join(home, CLUSTER));
  const unfinished = join(home, 'postgres.unfinished');
  const undo = async () => {
    const link = join(dir, CLUSTER);
    const isElsewhere = await readlink(link).then(
      () => true,
      () => false,
    );
    for (const path of [unfinished, join(home, CLUSTER), join(home, PASSWORD), ...(isElsewhere ? [link, home] : [])])
      await rm(path, { recursive: true, force: true });
  };
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    await give(unfinished, owner);
    const inCluster = (paths: readonly string[]) =>
      paths.filter((path) => path.startsWith(`${CLUSTER}/`)).map((path) => path.slice(CLUSTER.length + 1));
    const data = { folders: inCluster(tree.folders), files: inCluster(tree.files) };
    const copied = await copyTree(join(from, CLUSTER), unfinished, data, { owner, signal });
    await rm(join(home, PASSWORD), { force: true });
    const password = await copyTree(from, home, { folders: [], files: [PASSWORD] }, { owner, signal });
    await rename(unfinished, join(home, CLUSTER));
    return { files: [...copied.map((file) => ({ ...file, path: `${CLUSTER}/${file.path}` })), ...password], undo };
  } catch (error) {
    await undo();
    throw error;
  } finally {
    await ownership.release();
  }
}
