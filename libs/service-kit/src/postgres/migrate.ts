import type { DataSource } from 'typeorm';
import { withClient } from './client.js';

/**
 * Replicas that start together migrate one after the other. The lock ends with its transaction, so that it also holds
 * behind a pooler that hands connections around.
 */
export async function migrate(source: DataSource, url: string, schema: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('earworm-migrations'), hashtext($1))", [schema]);
    await source.runMigrations();
    await client.query('commit');
  });
}
