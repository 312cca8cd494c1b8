import pg from 'pg';

/** One connection outside any pool, closed afterwards. Rejects with `timeout expired` when it is not there in time. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectedWithinMs = 15_000,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectedWithinMs });
  // A connection that breaks while nothing is asked must not end the process; the next query fails instead.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
