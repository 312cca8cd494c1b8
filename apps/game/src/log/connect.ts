import { setTimeout as sleep } from 'node:timers/promises';
import { backoff, withTimeout } from '@earworm/service-kit/resilience';
import { Client } from 'pg';

export const SCHEMA = 'game';

/** Pause before the n-th reconnect, in ms: at most about a second, with jitter. */
export const backoffMs = (attempt: number) => backoff(50, 1_000)(attempt) * (0.75 + Math.random() / 2);

/** Of connecting, and then of the first queries together. */
const OPENS_WITHIN_MS = 2_000;

/** Opens a connection outside any pool. `onLost` is called once when it ends or breaks after this has returned it. */
export async function connect(
  url: string,
  settings: Readonly<Record<string, string | number>>,
  onLost: (error?: Error) => void,
): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: OPENS_WITHIN_MS, keepAlive: true });
  let isLost = false;
  let isReturned = false;
  const lose = (error?: Error) => {
    if (isLost) return;
    isLost = true;
    if (isReturned) onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose());
  try {
    await client.connect();
    const names = ['search_path', ...Object.keys(settings)];
    const values = [SCHEMA, ...Object.values(settings).map(String)];
    await withTimeout(OPENS_WITHIN_MS, () =>
      client.query(
        'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)',
        [names, values],
      ),
    );
    if (isLost) throw new Error('the connection was lost as it opened');
    isReturned = true;
    return client;
  } catch (error) {
    isLost = true;
    destroyConnection(client);
    throw error;
  }
}

/** Closes a connection at once: `end` would wait for a server that may not answer. */
export function destroyConnection(client: Client): void {
  client.connection.stream.destroy();
}

export async function closeConnection(client: Client | undefined): Promise<void> {
  if (!client) return;
  await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })]);
  destroyConnection(client);
}
