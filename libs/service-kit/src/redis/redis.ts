import type { Logger } from 'pino';
import { createClient } from 'redis';

/** Commands kept while the server is away; the next one fails at once. */
const MAX_WAITING = 1000;

/** Connects and keeps reconnecting, 50 ms to 2 s apart. Resolves once connected; a command takes 2 s at most. */
export async function connectRedis(url: string, log?: Logger) {
  const client = createClient({
    url,
    commandsQueueMaxLength: MAX_WAITING,
    commandOptions: { timeout: 2000 },
    pingInterval: 10_000,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 2000) + Math.floor(Math.random() * 100),
    },
  });
  // Without a listener an error would end the process. One line, however often it is tried again.
  let isDown = false;
  client.on('error', (error: unknown) => {
    if (!isDown) log?.warn({ err: error }, 'redis is away');
    isDown = true;
  });
  client.on('ready', () => {
    if (isDown) log?.info('redis is back');
    isDown = false;
  });
  await client.connect();
  return client;
}

export type Redis = Awaited<ReturnType<typeof connectRedis>>;
