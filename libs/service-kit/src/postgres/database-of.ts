import type { Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { HealthChecks } from '../health/health-checks.js';
import { openDataSource, type PostgresOptions } from './data-source.js';

interface Reporting {
  readonly log: Logger;
  readonly health: HealthChecks;
}

/** A service's database, without which it is not ready. Whoever uses this destroys it at the end. */
export const databaseOf = ({ log, health }: Reporting, options: PostgresOptions): Provider => ({
  provide: DataSource,
  useFactory: async () => {
    const database = await openDataSource({ ...options, log });
    health.add('database', () => database.query('select 1'));
    return database;
  },
});
