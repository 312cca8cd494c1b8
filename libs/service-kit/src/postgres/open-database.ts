import { DataSource } from 'typeorm';
import type { Logger } from 'pino';
import { type Registry, Gauge } from 'prom-client';
import { type HealthChecks, retryUntilReady } from '../health/health-checks.js';
import { describeDatabaseError } from './database-failure.js';
import { openDataSource, type PostgresOptions } from './data-source.js';
import type { Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

interface DatabaseDependencies {
  readonly log: Logger;
  readonly health: HealthChecks;
  readonly metrics: Registry;
  readonly isOwnProcess: boolean;
}

/** A required dependency. With `isOwnProcess` retries until server, credentials and schema are in order. */
export async function openDatabase(
  { log, health, metrics, isOwnProcess }: DatabaseDependencies,
  options: Omit<PostgresOptions, 'log'>,
): Promise<DataSource> {
  const database = isOwnProcess
    ? await retryUntilReady({ health, name: 'database' }, () => openOnce(options, log))
    : await openDataSource({ ...options, log });
  health.add('database', () => database.query('select 1'));
  watchPool(metrics, database);
  return database;
}

async function openOnce(options: PostgresOptions, log: Logger): Promise<DataSource> {
  try {
    return await openDataSource({ ...options, log, waits: { ...options.waits, upWithinMs: 0 } });
  } catch (error) {
    throw new Error(describeDatabaseError(error), { cause: error });
  }
}

export const databaseProviders = (kit: Parameters<typeof openDatabase>[0], options: PostgresOptions): Provider[] => [
  { provide: DataSource, useFactory: () => openDatabase(kit, options) },
  {
    provide: Symbol('closes the database'),
    useFactory: (database: DataSource) => ({ onApplicationShutdown: () => database.destroy() }),
    inject: [DataSource],
  },
];

function watchPool(metrics: Registry, database: DataSource): void {
  const pool = (database.driver as PostgresDriver).master as Pool;
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value());
      },
    });
  gauge('postgres_pool_connections', 'Open connections of the pool', () => pool.totalCount);
  gauge('postgres_pool_waiting', 'Queries that wait for a connection of the pool', () => pool.waitingCount);
}
