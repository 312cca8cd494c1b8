import {
  databaseVariables,
  described,
  integer,
  loadConfig,
  poolVariables,
  postgresUrl,
  secret,
  type Env,
} from '@earworm/service-kit/config';
import { PRESENCE_LIMITS, RESUMABLE_MS } from '@earworm/contracts';
import { z } from 'zod';
import { defaultGameMemoryMb } from './actor/heap-watch.js';

export const variables = z.object({
  ...databaseVariables,
  DATABASE_DIRECT_URL: described(
    'data',
    secret(postgresUrl().optional()),
    'a connection that bypasses a pooler, for a separate game service: its locks live as long as this connection',
    '`DATABASE_URL`',
  ),
  DATABASE_CAPACITY_BYTES: described(
    'data',
    integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
    'how large the database may become; the operations page warns when less than 15 % is free',
  ),
  ...poolVariables({ min: 2, default: 10 }),
  GAME_KEEP_DAYS: described(
    'data',
    integer({ min: 1, max: 3_660, default: 365 }),
    'days after the last change of a game until it is erased, with names, history and figures; games of events are kept as long as their event',
  ),
  GAME_GAMES_IN_MEMORY: described(
    'load',
    integer({ min: 1, max: 1_000_000, default: 20_000 }),
    'games in memory; idle ones are evicted first, then new ones are refused `busy`',
  ),
  GAME_MEMORY_MB: described(
    'load',
    integer({ min: 16, max: 1_000_000, default: defaultGameMemoryMb() }),
    'memory of these games together, estimated; idle ones are evicted first, then commands are refused `busy`',
    '40 % of the free heap',
  ),
});

/** No variables: an operator has no reason to change them. Specs override them. Times in ms. */
const FIXED = {
  /** How long a game stays in memory without commands or reads; longer than `moderatorAwayMs`. */
  idleMs: 300_000,
  /** The same for one that had no socket since its load; longer than gateways need to report sockets. */
  unopenedMs: 15_000,
  /** How long encoded events are kept for clients that reconnect. */
  ringMs: RESUMABLE_MS,
  presenceExpiresMs: PRESENCE_LIMITS.expiresMs,
  moderatorAwayMs: 60_000,
  /** A seat request ends when its player is disconnected for this long, or after `seatRequestMs`. */
  seatRequestAwayMs: 20_000,
  seatRequestMs: 300_000,
  deskDisconnectedMs: 3_000,
  /** Longer than all replicas need to notice an outage of the bus: the first must not hand its shards over. */
  handOverAfterMs: 5_000,
  /** Soon after the start: what a restore has brought back is erased again. */
  eraseFirstMs: 20_000,
  eraseEveryMs: 30_000,
  /** Between the logs of two games that are erased. */
  erasePauseMs: 100,
  shareAfterMs: 10_000,
  /** How long orphaned shards are kept that were taken beyond the fair share. */
  keepShardsMs: 30_000,
};

export type GameConfig = z.output<typeof variables> & typeof FIXED & { readonly DATABASE_DIRECT_URL: string };

export function loadGameConfig(env: Env): GameConfig {
  const config = loadConfig(variables, env);
  return { ...FIXED, ...config, DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL };
}
