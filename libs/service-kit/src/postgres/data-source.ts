import { AsyncLocalStorage } from 'node:async_hooks';
import { RefusedError } from '@earworm/contracts';
import pg, { type Client } from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions, type Logger as TypeOrmLogger } from 'typeorm';
import { withClient, ident } from './client.js';
import { describeDatabaseError, type DownWaits, isDatabaseDown, retryWhileDown } from './database-failure.js';

export interface PostgresOptions {
  readonly url: string;
  readonly schema: string;
  readonly entities: DataSourceOptions['entities'];
  readonly migrations: DataSourceOptions['migrations'];
  /** `wait`: does not migrate; throws while a migration is missing. Default: `run`. */
  readonly migrate?: 'run' | 'wait';
  /** Default 10. A query that waits too long for a connection is refused `busy`. */
  readonly poolSize?: number;
  readonly waits?: Partial<DatabaseWaits>;
  readonly log?: Logger;
}

export interface DatabaseWaits extends DownWaits {
  /** Limit for connecting, and for waiting for a pooled connection. */
  readonly answerWithinMs: number;
}
export const DATABASE_WAITS: DatabaseWaits = { upWithinMs: 30_000, tryAgainMs: 500, answerWithinMs: 5_000 };

/** Connects and runs missing migrations, one process at a time; retries while the server is down. */
export async function openDataSource(options: PostgresOptions): Promise<DataSource> {
  const waits = { ...DATABASE_WAITS, ...options.waits };
  return retryWhileDown(
    waits,
    () => open(options, waits),
    (error) => options.log?.info({ reason: describeDatabaseError(error) }, 'waiting for the database'),
  );
}

async function open(options: PostgresOptions, waits: DatabaseWaits): Promise<DataSource> {
  const source = await connectSource(options, waits);
  const { url, schema } = options;
  try {
    await requireSearchPath(source, schema);
    const isMigrated = (await unappliedMigrations(source, schema)).length === 0;
    if (!isMigrated && options.migrate === 'wait') throw new SchemaNotMigratedError(schema);
    if (!isMigrated) {
      await ensureSchema(url, schema, waits.answerWithinMs);
      await migrate(source, url, schema);
    }
  } catch (error) {
    await source.destroy();
    const isClear = error instanceof SchemaNotMigratedError || error instanceof SearchPathError;
    throw isDatabaseDown(error) || isClear ? error : new SchemaError(schema, error);
  }
  return source;
}

/** A server process that is started for each burst takes its cores from what is played; the default is 10 s. */
const IDLE_MS = 5 * 60_000;

/** Poolers refuse it with their default settings. The role then has the search path. */
const NO_OPTIONS = /unsupported startup parameter/i;

async function connectSource(options: PostgresOptions, waits: DatabaseWaits): Promise<DataSource> {
  const direct = sourceOf(options, waits, { options: `-c search_path=${options.schema}` });
  return direct.initialize().catch((error: Error) => {
    if (!NO_OPTIONS.test(error.message)) throw error;
    return sourceOf(options, waits, {}).initialize();
  });
}

async function requireSearchPath(source: DataSource, schema: string): Promise<void> {
  const found: { path: string }[] = await source.query("select current_setting('search_path') as path");
  if (found[0]?.path.replaceAll('"', '') !== schema) throw new SearchPathError(schema);
}

class SearchPathError extends Error {
  override readonly name = 'SearchPathError';

  constructor(schema: string) {
    super(
      `the role has no search path of its own, which it needs behind a pooler: alter role … set search_path = ${schema}`,
    );
  }
}

function sourceOf(
  options: PostgresOptions,
  { answerWithinMs }: DatabaseWaits,
  startup: { readonly options?: string },
): DataSource {
  const { url, schema, log } = options;
  return new DataSource({
    type: 'postgres',
    // By default TypeORM loads it by name: in a bundle, a second time.
    driver: { ...pg, Pool: BoundedPool },
    url,
    schema,
    entities: options.entities,
    migrations: options.migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    logger: typeOrmLog(log),
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: answerWithinMs,
    // Without a handler a lost idle connection ends the process. Bound to no request.
    poolErrorHandler: AsyncLocalStorage.bind((error: unknown) =>
      log?.warn({ err: error }, 'a database connection was lost'),
    ),
    extra: {
      ...startup,
      idleTimeoutMillis: IDLE_MS,
      application_name: `earworm-${schema}`,
      onConnect: outliveLoss,
    },
  });
}

class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code: string | undefined;

  constructor(schema: string, cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string };
    super(`the schema ${schema} is old and cannot be migrated: ${message}`, { cause });
    this.code = code;
  }
}

const NONE_IN_TIME = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** Refuses `busy` when no connection becomes free in time. */
class BoundedPool extends pg.Pool {
  #hasConnected = false;

  constructor(options?: pg.PoolConfig) {
    super(options);
    // The first failure is the server's: opening is retried.
    this.once('connect', () => (this.#hasConnected = true));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: (...connected: Connected) => void): void;
  override connect(done?: (...connected: Connected) => void): Promise<pg.PoolClient> | void {
    if (done === undefined) return super.connect();
    super.connect((error, client, release) =>
      done(this.#isBusy(error) ? new RefusedError('busy') : error, client, release),
    );
  }

  #isBusy(error: Error | undefined): boolean {
    return error !== undefined && this.#hasConnected && NONE_IN_TIME.test(error.message);
  }
}

/** Without a handler, a loss between pool and query would end the process. The query still fails. */
const outliveLoss = (client: Pick<Client, 'on'>): void => void client.on('error', () => undefined);

/** Checks first: services may not create schemas. */
async function ensureSchema(url: string, schema: string, answerWithinMs: number): Promise<void> {
  await withClient(
    url,
    async (client) => {
      const found = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
      if (found.rowCount === 0) await client.query(`create schema if not exists ${ident(schema)}`);
    },
    answerWithinMs,
  );
}

/** TypeORM's messages in our log. Never queries or parameters: they hold names and addresses. */
function typeOrmLog(log: Logger | undefined): TypeOrmLogger {
  const silent = () => undefined;
  return {
    logQuery: silent,
    logQueryError: silent,
    logQuerySlow: (ms) => log?.warn({ ms }, 'a slow query'),
    logSchemaBuild: silent,
    logMigration: (message) => log?.info({ detail: message }, 'migration'),
    log: (level, message) => log?.[level === 'warn' ? 'warn' : 'debug']({ detail: message }, 'typeorm'),
  };
}

/** One replica at a time. The lock is transactional, so it works behind a pooler. */
async function migrate(source: DataSource, url: string, schema: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('earworm-migrations'), hashtext($1))", [schema]);
    await source.runMigrations();
    await client.query('commit');
  });
}

class SchemaNotMigratedError extends Error {
  override readonly name = 'SchemaNotMigratedError';

  constructor(schema: string) {
    super(`the schema ${schema} is not migrated yet, which another process does (MIGRATIONS=wait)`);
  }
}

/** Unlike TypeORM's own check it creates no table. */
async function unappliedMigrations(source: DataSource, schema: string): Promise<string[]> {
  const inCode = source.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const table = `${ident(schema)}.migrations`;
  const found: { name: string | null }[] = await source.query('select to_regclass($1)::text as name', [table]);
  if (!found[0]?.name) return inCode;
  const applied: { name: string }[] = await source.query(`select name from ${table}`);
  const names = new Set(applied.map(({ name }) => name));
  return inCode.filter((name) => !names.has(name));
}
