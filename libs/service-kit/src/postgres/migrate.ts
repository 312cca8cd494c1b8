import type { DataSource } from 'typeorm';
import { withClient } from './client.js';
import { ident } from './client.js';

/** One replica at a time. The lock is transactional, so it works behind a pooler. */
export async function migrate(source: DataSource, url: string, schema: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('earworm-migrations'), hashtext($1))", [schema]);
    await source.runMigrations();
    await client.query('commit');
  });
}

export class SchemaNotMigratedError extends Error {
  override readonly name = 'SchemaNotMigratedError';

  constructor(schema: string) {
    super(`the schema ${schema} is not migrated yet, which another process does (MIGRATIONS=wait)`);
  }
}

/** Unlike TypeORM's own check it creates no table. */
export async function unappliedMigrations(source: DataSource, schema: string): Promise<string[]> {
  const inCode = source.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const table = `${ident(schema)}.migrations`;
  const found: { name: string | null }[] = await source.query('select to_regclass($1)::text as name', [table]);
  if (!found[0]?.name) return inCode;
  const applied: { name: string }[] = await source.query(`select name from ${table}`);
  const names = new Set(applied.map(({ name }) => name));
  return inCode.filter((name) => !names.has(name));
}
