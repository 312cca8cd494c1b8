import { access, copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isDatabaseDown, withClient } from '@earworm/service-kit/postgres';
import { retry } from '@earworm/service-kit/resilience';
import { type Migration, MIGRATIONS, nameOf, type Schema } from '../schemas.js';
import { BackupError, explainServerError } from './backup-error.js';
import { copyObjects, objectsOf } from './copy-objects.js';
import { copyTablesIn, readIndex } from './copy-tables.js';
import { incompatibility, type Manifest, readManifest, thisRelease, verifyFiles } from './manifest.js';
import {
  type Client,
  existingRole,
  InUseError,
  makeDatabase,
  type NewDatabase,
  presentAt,
  requireUnused,
} from './server-database.js';
import { PARTS, type Servers } from './take-from-servers.js';

const TRY_AGAIN_MS = 1_000;

type MigrationsOf = (schema: Schema) => readonly Migration[];

export interface RestoreIntoServersOptions {
  readonly servers: Servers;
  readonly source: string;
  /** Creates roles and schemas in the database of a URL, up to the given migrations. */
  readonly prepare: (databaseUrl: string, migrationsOf?: MigrationsOf) => Promise<void>;
  /** Replaces data of the same installation that has games, which stays in a renamed database. */
  readonly moveOldData?: boolean;
  /** How long it waits for services that are stopping, and for servers that are starting. Default: not at all. */
  readonly unusedWithinMs?: number;
  readonly signal?: AbortSignal;
}

export interface RestoredIntoServers {
  readonly manifest: Manifest;
  /** Names that the databases of before have now. */
  readonly oldData: readonly string[];
}

/**
 * Nothing is written before the whole backup has been read and found good. Databases are made beside those that are there
 * and take their names at the end.
 */
export async function restoreIntoServers(options: RestoreIntoServersOptions): Promise<RestoredIntoServers> {
  const { servers, source, prepare, signal } = options;
  try {
    const manifest = await readManifest(source);
    await checkKind(manifest, options);
    const reason = incompatibility(manifest, thisRelease(manifest.postgres));
    if (reason !== null) throw new BackupError(reason);
    await verifyFiles(source, manifest, signal);
    const { installation } = manifest;
    const until = performance.now() + (options.unusedWithinMs ?? 0);
    const present = await retry(() => presentData(options, installation), {
      pauseMs: () => TRY_AGAIN_MS,
      shouldRetry: (error) =>
        (error instanceof InUseError || isDatabaseDown(error)) && performance.now() < until && !signal?.aborted,
    });
    const made: NewDatabase[] = [];
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '');
    const make = async (url: string, owner: string | undefined) => {
      const database = await makeDatabase(url, { owner, installation, stamp });
      made.push(database);
      return database.url;
    };
    try {
      const url = await make(servers.databaseUrl, present.owner);
      await prepare(url, (schema) => migrationsUpTo(manifest, schema));
      await inTransaction(url, async (client) => {
        const folder = join(source, PARTS.earworm);
        await copyTablesIn(client, folder, await readIndex(folder), signal);
      });
      await prepare(url);
      await withClient(url, (client) => client.query('select game.renew_log_ids()'));
      if (servers.keycloakUrl !== undefined && hasKeycloak(manifest)) {
        const { owner } = await readIndex(join(source, PARTS.keycloak));
        // On a new server it belongs to whom it belonged to, who could not read the tables of another role.
        const its = present.keycloakOwner ?? (await existingRole(servers.keycloakUrl, owner));
        await restoreKeycloak(await make(servers.keycloakUrl, its), source, signal);
      }
      await copyObjects(objectsOf(source), servers.objects, signal);
      signal?.throwIfAborted();
      const oldData: string[] = [];
      for (const database of made) oldData.push(...[await database.finish()].filter((name) => name !== null));
      if (servers.secrets !== undefined) await restoreSecrets(join(source, PARTS.secrets), servers.secrets);
      return { manifest, oldData };
    } catch (error) {
      // One that cannot be undone hides neither this error nor the others.
      for (const database of made.toReversed()) await database.undo().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    throw explainServerError(error, 'restored', { signal, reads: source, writes: servers.secrets });
  }
}

const hasKeycloak = ({ files }: Manifest) => files.some(({ path }) => path.startsWith(`${PARTS.keycloak}/`));

async function checkKind(manifest: Manifest, { servers, source }: RestoreIntoServersOptions): Promise<void> {
  if (manifest.kind !== 'tables')
    throw new BackupError(
      `The backup in ${source} is of an installation of npm start without a Postgres of its own: restore it without DATABASE_URL.`,
    );
  if (hasKeycloak(manifest) && servers.keycloakUrl === undefined)
    throw new BackupError(
      `The backup in ${source} has the accounts of Keycloak: set KEYCLOAK_DATABASE_URL to Keycloak's database.`,
    );
}

/** Throws a sentence where it may not be replaced. */
async function presentData({ servers, moveOldData }: RestoreIntoServersOptions, installation: string) {
  const present = await presentAt(servers.databaseUrl);
  const keycloak = servers.keycloakUrl === undefined ? null : await presentAt(servers.keycloakUrl);
  for (const database of [present, keycloak]) if (database) requireUnused(database);
  if (present?.hasGames && present.installation !== installation)
    throw new BackupError(
      'This backup is of another installation than the games in the database: choose an empty database with DATABASE_URL.',
    );
  if (present?.hasGames && moveOldData !== true)
    throw new BackupError(
      'The database holds games already: choose an empty one with DATABASE_URL, or rename that one out of the way with --move-old-data.',
    );
  return { owner: present?.owner, keycloakOwner: keycloak?.owner };
}

function migrationsUpTo({ schemas }: Manifest, schema: Schema): readonly Migration[] {
  const names = new Set(schemas[schema]);
  return (MIGRATIONS[schema] as readonly Migration[]).filter((migration) => names.has(nameOf(migration)));
}

/** Into a database without tables. Keycloak itself migrates them when it is started. */
async function restoreKeycloak(url: string, source: string, signal: AbortSignal | undefined): Promise<void> {
  const folder = join(source, PARTS.keycloak);
  const index = await readIndex(folder);
  await inTransaction(url, async (client) => {
    const { rows } = await client.query<{ role: string }>(
      `select quote_ident(pg_get_userbyid(datdba)) as role from pg_database where datname = current_database()`,
    );
    const as = async (statements: readonly string[]) => {
      await client.query(`set local role ${rows[0]!.role}`);
      for (const statement of statements) await client.query(statement);
      await client.query('reset role');
    };
    await as(index.definitions?.before ?? []);
    await copyTablesIn(client, folder, index, signal);
    await client.query('set local session_replication_role = origin');
    await client.query('set local search_path = public');
    await as(index.definitions?.after ?? []);
  });
}

const inTransaction = (url: string, work: (client: Client) => Promise<void>): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  });

/** Beside those that are there: servers were given their passwords at their first start. */
async function restoreSecrets(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const isThere = await access(join(to, name)).then(
      () => true,
      () => false,
    );
    const target = join(to, isThere ? `${name}.restored` : name);
    await copyFile(join(from, name), `${target}.new`);
    await rename(`${target}.new`, target);
  }
}
