import { createClient, ErrorReply } from 'redis';
import { backoff } from './resilience/index.js';
import { describeTlsError } from './tls-failure.js';

/** One sentence: a server that is down refuses, closes and stays silent in turn. */
const UNREACHABLE =
  'it cannot be reached: check host and port, and that REDIS_URL begins with rediss:// if it expects TLS, else with redis://';
const MAX_WAITING = 1000;

/**
 * Connects and reconnects every 50 ms to 2 s, until `signal` ends the attempts. Commands time out after 2 s. `onError` is
 * called at each failure. Throws RedisClusterError.
 */
export async function connectRedis(
  url: string,
  onError: (error: unknown) => void = () => undefined,
  signal?: AbortSignal,
) {
  const client = createClient({
    url,
    commandsQueueMaxLength: MAX_WAITING,
    commandOptions: { timeout: 2000 },
    pingInterval: 10_000,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (attempt) =>
        signal?.aborted ? false : backoff(50, 2_000)(attempt) + Math.floor(Math.random() * 100),
    },
  });
  // Without a listener an error ends the process.
  client.on('error', onError);
  await client.connect();
  if (await isCluster(client)) {
    client.destroy();
    throw new RedisClusterError();
  }
  return client;
}

export type Redis = Awaited<ReturnType<typeof connectRedis>>;

/** Its counters are scripts over several keys, which a cluster keeps on several servers. */
export class RedisClusterError extends Error {
  override readonly name = 'RedisClusterError';

  constructor() {
    super('it is a Redis Cluster, which cannot keep the counters: name a Redis without cluster mode in REDIS_URL');
  }
}

/** A server that denies INFO, or is lost meanwhile, is taken for a single one. */
async function isCluster(client: { info(section: string): Promise<string> }): Promise<boolean> {
  const info = await client.info('cluster').catch(() => '');
  return /^cluster_enabled:1/m.test(info);
}

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^(WRONGPASS|NOAUTH|ERR AUTH)/, 'it does not accept the user or the password of REDIS_URL'],
  [/not allowed in cluster mode/, new RedisClusterError().message],
  [/^getaddrinfo/, 'the host of REDIS_URL is not known'],
];

export function describeRedisError(error: unknown): string {
  const tls = describeTlsError(error);
  if (tls !== undefined) return tls;
  const message = error instanceof Error ? error.message : '';
  const [, sentence] = SENTENCES.find(([messages]) => messages.test(message)) ?? [];
  if (sentence !== undefined) return sentence;
  return error instanceof ErrorReply || error instanceof RedisClusterError ? message : UNREACHABLE;
}
