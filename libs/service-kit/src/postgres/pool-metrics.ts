import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** How busy a service's connections to its database are. */
export function watchPool(metrics: Registry, database: DataSource): void {
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
