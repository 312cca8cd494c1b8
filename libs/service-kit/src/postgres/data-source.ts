import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { withClient } from './client.js';
import { migrate } from './migrate.js';
import { ident } from './sql.js';
import { typeOrmLog } from './typeorm-log.js';

export interface PostgresOptions {
  readonly url: string;
  /** The service's schema: where unqualified names are looked up and its tables stand. Made when it is missing. */
  readonly schema: string;
  readonly entities: DataSourceOptions['entities'];
  readonly migrations: DataSourceOptions['migrations'];
  /** Connections of the pool, default 10. A query beyond them waits, 5 s at most. */
  readonly poolSize?: number;
  /** How long to wait for a server that is not up yet, default 30 s. */
  readonly waitMs?: number;
  readonly log?: Logger;
}

/** Connects, runs the migrations that are missing (one process at a time) and returns the initialised data source. */
export async function openDataSource(options: PostgresOptions): Promise<DataSource> {
  const { url, schema, log } = options;
  await whenUp(url, options.waitMs ?? 30_000, log);
  await ensureSchema(url, schema);
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
    connectTimeoutMS: 5000,
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
  try {
    await migrate(source, url, schema);
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return source;
}

/**
 * On its way from the pool to whoever asked, a connection is for a moment nobody's: a loss that arrives in the same read
 * as the greeting would end the process. The query or the pool is told all the same.
 */
const outliveLoss = (client: Pick<Client, 'on'>): void => void client.on('error', () => undefined);

/** Errors of a server that is starting, or whose name is not known yet. */
const NOT_YET = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'];

async function whenUp(url: string, waitMs: number, log?: Logger): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await withClient(url, async (client) => void (await client.query('select 1')));
    } catch (error) {
      const { code } = error as { code?: string };
      if (!code || !NOT_YET.includes(code) || performance.now() > until) throw error;
      log?.info({ code }, 'waiting for the database');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** Looks first: making a schema needs a right that a service's role does not have. */
async function ensureSchema(url: string, schema: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
    if (found.rowCount === 0) await client.query(`create schema if not exists ${ident(schema)}`);
  });
}
