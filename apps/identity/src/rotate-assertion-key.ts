import { ConfigError, loadConfig, postgresUrl, secret } from '@earworm/service-kit/config';
import { describeDatabaseError, withClient } from '@earworm/service-kit/postgres';
import { z } from 'zod';
import { rotateAssertionKey } from './providers/keycloak/assertion-keys.js';

/** `npm run keycloak -- rotate-key`: replaces the key of guests' assertions at once, in the database of running identity services. */
async function main(): Promise<void> {
  const { DATABASE_URL } = loadConfig(z.object({ DATABASE_URL: secret(postgresUrl()) }), process.env);
  await withClient(DATABASE_URL, async (client) => {
    await client.query('set search_path to identity');
    const query = async <T>(sql: string, parameters?: unknown[]): Promise<T> =>
      (await client.query(sql, parameters)).rows as T;
    await rotateAssertionKey(
      {
        transaction: async (work) => {
          await client.query('begin');
          const result = await work({ query });
          await client.query('commit');
          return result;
        },
      },
      { olderThanDays: 0 },
    );
  });
  console.log(
    'There is a new key. Identity services sign with it in 15 seconds, and publish the old one for 10 minutes more.',
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : describeDatabaseError(error));
  process.exitCode = 1;
});
