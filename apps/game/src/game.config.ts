import { databaseVariables, integer, loadConfig, postgresUrl, secret, type Env } from '@earworm/service-kit/config';
import { PRESENCE_LIMITS, RESUMABLE_MS } from '@earworm/contracts';
import { z } from 'zod';
import { defaultGameMemoryMb } from './actor/heap-watch.js';

const ms = (standard: number) => integer({ min: 1, max: 600_000, default: standard });

export const variables = z.object({
  ...databaseVariables,
  /** Without a pooler: the shard locks live as long as this connection. Default: DATABASE_URL. */
  DATABASE_DIRECT_URL: secret(postgresUrl().optional()),
  DATABASE_CAPACITY_BYTES: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  GAME_POOL_SIZE: integer({ min: 2, max: 100, default: 10 }),
  /** Beyond it an idle game is evicted for each that is loaded; without one the answer is `busy`. */
  GAME_GAMES_IN_MEMORY: integer({ min: 1, max: 1_000_000, default: 20_000 }),
  /** The same for the estimated heap of all games in memory. */
  GAME_MEMORY_MB: integer({ min: 16, max: 1_000_000, default: defaultGameMemoryMb() }),
  /** How long a game stays in memory without commands or reads, and one that had no socket since its load. */
  GAME_IDLE_SECONDS: integer({ min: 1, max: 86_400, default: 300 }),
  GAME_UNOPENED_SECONDS: integer({ min: 1, max: 86_400, default: 15 }),
  /** How long encoded events are kept for clients that reconnect. The gateway has this and the next variable, too. */
  RING_MS: ms(RESUMABLE_MS),
  PRESENCE_EXPIRES_MS: ms(PRESENCE_LIMITS.expiresMs),
  MODERATOR_AWAY_MS: ms(60_000),
  /** A seat request ends when its player is disconnected for this long, or after SEAT_REQUEST_MS. */
  SEAT_REQUEST_AWAY_MS: ms(20_000),
  SEAT_REQUEST_MS: ms(300_000),
  DESK_DISCONNECTED_MS: ms(3_000),
  /** Longer than all replicas need to notice an outage of the bus: the first must not hand its shards over. */
  SHARD_HAND_OVER_AFTER_MS: integer({ min: 1_000, max: 600_000, default: 5_000 }),
  SHARD_SHARE_AFTER_MS: ms(10_000),
  /** How long orphaned shards are kept that were taken beyond the fair share. */
  SHARD_KEEP_MS: ms(30_000),
});

const schema = variables
  .refine((config) => config.PRESENCE_EXPIRES_MS <= config.GAME_UNOPENED_SECONDS * 1_000, {
    path: ['GAME_UNOPENED_SECONDS'],
    message:
      'must not be shorter than PRESENCE_EXPIRES_MS, or a game leaves memory before a gateway has reported its sockets',
  })
  .refine((config) => config.MODERATOR_AWAY_MS < config.GAME_IDLE_SECONDS * 1_000, {
    path: ['MODERATOR_AWAY_MS'],
    message: 'must be shorter than GAME_IDLE_SECONDS, or a game leaves memory before its moderator counts as gone',
  });

export type GameConfig = z.output<typeof schema> & { readonly DATABASE_DIRECT_URL: string };

export function loadGameConfig(env: Env): GameConfig {
  const config = loadConfig(schema, env);
  return { ...config, DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL };
}
