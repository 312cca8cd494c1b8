import { AsyncLocalStorage } from 'node:async_hooks';
import { RefusedError } from '@earworm/contracts';
import type { Client, Pool } from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { withClient } from './client.js';
import { databaseSentence, type DownWaits, isDatabaseDown, retryWhileDown } from './database-failure.js';
import { migrate, SchemaNotMigratedError, unappliedMigrations } from './migrate.js';
import { ident } from './sql.js';
import { typeOrmLog } from './typeorm-log.js';

export interface PostgresOptions {
  readonly url: string;
  /** The service's schema: where unqualified names are looked up and its tables stand. Made when it is missing. */
  readonly schema: string;
  readonly entities: DataSourceOptions['entities'];
  readonly migrations: DataSourceOptions['migrations'];
  /** `wait`: makes no schema and runs no migration; throws while one is missing. Default: `run`. */
  readonly migrate?: 'run' | 'wait';
  /** Connections of the pool, default 10. A query beyond them waits; one that waits too long is refused `busy`. */
  readonly poolSize?: number;
  readonly waits?: Partial<DatabaseWaits>;
  readonly log?: Logger;
}

export interface DatabaseWaits extends DownWaits {
  /** A server that says nothing for so long is asked anew; a query that waits so long for a connection is refused. */
  readonly answerWithinMs: number;
}
export const DATABASE_WAITS: DatabaseWaits = { upWithinMs: 30_000, tryAgainMs: 500, answerWithinMs: 5_000 };

/**
 * Connects, runs the migrations that are missing (one process at a time; not with `migrate: 'wait'`) and returns the
 * initialised data source. A server that is not there, or goes away meanwhile, is tried again for as long as the options
 * say; then its last error is thrown.
 */
export async function openDataSource(options: PostgresOptions): Promise<DataSource> {
  const waits = { ...DATABASE_WAITS, ...options.waits };
  return retryWhileDown(
    waits,
    () => open(options, waits),
    (error) => options.log?.info({ reason: databaseSentence(error) }, 'waiting for the database'),
  );
}

async function open(options: PostgresOptions, { answerWithinMs }: DatabaseWaits): Promise<DataSource> {
  const { url, schema, log } = options;
  const isMigrating = options.migrate !== 'wait';
  if (isMigrating) await ensureSchema(url, schema, answerWithinMs);
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    entities: options.entities,
    migrations: options.migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    logger: typeOrmLog(log),
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: answerWithinMs,
    // A lost idle connection is replaced by the pool; without a handler it would end the process. It belongs to no
    // request, not even to the one for which it was opened.
    poolErrorHandler: AsyncLocalStorage.bind((error: unknown) =>
      log?.warn({ err: error }, 'a database connection was lost'),
    ),
    extra: {
      options: `-c search_path=${schema}`,
      application_name: `earworm-${schema}`,
      onConnect: outliveLoss,
    },
  });
  await source.initialize();
  refuseWhenFull(source);
  try {
    if (isMigrating) await migrate(source, url, schema);
    else if ((await unappliedMigrations(source, schema)).length > 0) throw new SchemaNotMigratedError(schema);
  } catch (error) {
    await source.destroy();
    throw isDatabaseDown(error) || error instanceof SchemaNotMigratedError ? error : new SchemaError(schema, error);
  }
  return source;
}

/** The schema is older than this release and cannot be brought up to date. */
class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code: string | undefined;

  constructor(schema: string, cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string };
    super(`the schema ${schema} is old and cannot be migrated: ${message}`, { cause });
    this.code = code;
  }
}

/** The pool's own errors, which have no code: every connection was in use, or the server did not greet, for all the time. */
const NONE_IN_TIME = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

/** A query that had no connection in time is refused `busy`: there is too much to do, and nothing is broken. */
function refuseWhenFull(source: DataSource): void {
  const pool = (source.driver as PostgresDriver).master as Pool;
  const connect = pool.connect.bind(pool);
  type Done = Parameters<typeof connect>[0];
  // TypeORM takes connections with a callback.
  const withCallback = (done: Done) =>
    connect((error, client, release) =>
      done(error && NONE_IN_TIME.test(error.message) ? new RefusedError('busy') : error, client, release),
    );
  pool.connect = ((done?: Done) => (done === undefined ? connect() : withCallback(done))) as Pool['connect'];
}

/**
 * On its way from the pool to the query that waits for it, a connection is for a moment nobody's: a loss that arrives in the same read
 * as the greeting would end the process. The query or the pool is told all the same.
 */
const outliveLoss = (client: Pick<Client, 'on'>): void => void client.on('error', () => undefined);

/** Looks first: making a schema needs a right that a service's role does not have. */
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
