import type { DataSource } from 'typeorm';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type HealthChecks, keepTrying } from '../health/index.js';
import { databaseSentence } from './database-failure.js';
import { openDataSource, type PostgresOptions } from './data-source.js';
import { watchPool } from './pool-metrics.js';

/** Part of a service's kit. */
interface Holder {
  readonly log: Logger;
  readonly health: HealthChecks;
  readonly metrics: Registry;
  readonly isOwnProcess: boolean;
}

/**
 * A service's database, without which it is not ready. Where the kit retries the start, it is opened as soon as it can be:
 * its server is up, takes the user and the password, and its schema can be brought up to date.
 */
export async function openDatabase(
  { log, health, metrics, isOwnProcess }: Holder,
  options: Omit<PostgresOptions, 'log'>,
): Promise<DataSource> {
  const database = isOwnProcess
    ? await keepTrying({ health, name: 'database' }, () => openOnce(options, log))
    : await openDataSource({ ...options, log });
  health.add('database', () => database.query('select 1'));
  watchPool(metrics, database);
  return database;
}

async function openOnce(options: PostgresOptions, log: Logger): Promise<DataSource> {
  try {
    return await openDataSource({ ...options, log, waits: { ...options.waits, upWithinMs: 0 } });
  } catch (error) {
    throw new Error(databaseSentence(error), { cause: error });
  }
}
