import { createClient, ErrorReply } from 'redis';
import { backoff } from './resilience/index.js';

const UNREACHABLE = 'it cannot be reached';
const MAX_WAITING = 1000;

/** Connects and reconnects every 50 ms to 2 s. Commands time out after 2 s. `onError` is called at each failure. */
export async function connectRedis(url: string, onError: (error: unknown) => void = () => undefined) {
  const client = createClient({
    url,
    commandsQueueMaxLength: MAX_WAITING,
    commandOptions: { timeout: 2000 },
    pingInterval: 10_000,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (attempt) => backoff(50, 2_000)(attempt) + Math.floor(Math.random() * 100),
    },
  });
  // Without a listener an error ends the process.
  client.on('error', onError);
  await client.connect();
  return client;
}

export type Redis = Awaited<ReturnType<typeof connectRedis>>;

export const describeRedisError = (error: unknown): string =>
  error instanceof ErrorReply ? error.message : UNREACHABLE;
