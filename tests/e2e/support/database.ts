import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A superuser's URL of the database that a product without DATABASE_URL has started in its data folder. */
export async function embeddedDatabaseUrl({ dataDir }: { readonly dataDir: string }): Promise<string> {
  // A link when the user that Postgres runs as cannot reach the data folder.
  const cluster = await realpath(join(dataDir, 'postgres'));
  const [password, lock] = await Promise.all([
    readFile(join(dirname(cluster), 'postgres.password'), 'utf8'),
    readFile(join(cluster, 'postmaster.pid'), 'utf8'),
  ]);
  const port = lock.split('\n')[3];
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/postgres`;
}
