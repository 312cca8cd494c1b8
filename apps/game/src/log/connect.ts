import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@earworm/service-kit/resilience';
import { Client } from 'pg';

/** Everything of this service lives in one schema of the database. */
export const SCHEMA = 'game';

/** How long to wait before the n-th new attempt to connect, in ms: quick at first, never more than a second. */
export const backoffMs = (attempt: number) => backoff(50, 1_000)(attempt) * (0.75 + Math.random() / 2);

/**
 * One connection of our own, outside any pool, with the given session settings.
 * `onLost` is called once when it ends or breaks, whatever was running on it; never before it is handed out, for until
 * then there is nobody to tell: it throws.
 */
export async function connect(
  url: string,
  settings: Readonly<Record<string, string | number>>,
  onLost: (error?: Error) => void,
): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true });
  let lost = false;
  let isHandedOut = false;
  const lose = (error?: Error) => {
    if (lost) return;
    lost = true;
    if (isHandedOut) onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose());
  try {
    await client.connect();
    const names = ['search_path', ...Object.keys(settings)];
    const values = [SCHEMA, ...Object.values(settings).map(String)];
    await client.query(
      'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)',
      [names, values],
    );
    if (lost) throw new Error('the connection was lost as it opened');
    isHandedOut = true;
    return client;
  } catch (error) {
    lost = true;
    cut(client);
    throw error;
  }
}

/** Ends a connection at once: `end` would wait for a server whose silence may be the very reason. */
export function cut(client: Client): void {
  client.connection.stream.destroy();
}

/** Ends a connection in order, and anyhow within half a second. */
export async function farewell(client: Client | undefined): Promise<void> {
  if (!client) return;
  await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })]);
  cut(client);
}
