import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PostgresOptions } from './data-source.js';
import { openDatabase } from './open-database.js';

/** A service's database, without which it is not ready. Closed after everything that still uses it while the service stops. */
export const databaseOf = (kit: Parameters<typeof openDatabase>[0], options: PostgresOptions): Provider[] => [
  { provide: DataSource, useFactory: () => openDatabase(kit, options) },
  {
    provide: Symbol('closes the database'),
    useFactory: (database: DataSource) => ({ onApplicationShutdown: () => database.destroy() }),
    inject: [DataSource],
  },
];
