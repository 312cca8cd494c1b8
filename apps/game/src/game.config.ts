import { databaseVariables, integer, loadConfig, postgresUrl, secret, type Env } from '@earworm/service-kit/config';
import { PRESENCE_LIMITS, RESUMABLE_MS } from '@earworm/contracts';
import { z } from 'zod';
import { defaultGameMemoryMb } from './actor/heap-watch.js';

const ms = (standard: number) => integer({ min: 1, max: 600_000, default: standard });

export const variables = z.object({
  ...databaseVariables,
  /** Past any pooler: the locks of the shards live as long as this connection. Default: DATABASE_URL. */
  DATABASE_DIRECT_URL: secret(postgresUrl().optional()),
  /** Size that the database may grow to; unset: not known. */
  DATABASE_CAPACITY_BYTES: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  /** Connections for reading games and the log. */
  GAME_POOL_SIZE: integer({ min: 2, max: 100, default: 10 }),
  /** Past it a game that is not in memory is answered `busy`, unless an idle one can leave. */
  GAME_GAMES_IN_MEMORY: integer({ min: 1, max: 1_000_000, default: 20_000 }),
  /** MiB of heap that games in memory may take by estimate; past it idle ones leave, then the answer is `busy`. */
  GAME_MEMORY_MB: integer({ min: 16, max: 1_000_000, default: defaultGameMemoryMb() }),
  /** A game without commands or reads for this long leaves memory. */
  GAME_IDLE_SECONDS: integer({ min: 1, max: 86_400, default: 300 }),
  /** The same of a game that no socket was seen of since it is in memory. */
  GAME_UNOPENED_SECONDS: integer({ min: 1, max: 86_400, default: 15 }),
  /** How long a game's encoded events are kept for clients that come back; the gateway's has the same name. */
  RING_MS: ms(RESUMABLE_MS),
  /** A gateway's set of connected users expires after this; the gateway's variable has the same name. */
  PRESENCE_EXPIRES_MS: ms(PRESENCE_LIMITS.expiresMs),
  /** A moderator who is connected nowhere for this long has left the game. */
  MODERATOR_AWAY_MS: ms(60_000),
  /** A request for a seat ends when the device that asked has been disconnected for this long: a phone may sleep for a moment. */
  SEAT_REQUEST_AWAY_MS: ms(20_000),
  /** And after this in any case. */
  SEAT_REQUEST_MS: ms(300_000),
  /** Clock and music pause when the moderator's last page has been disconnected for this long. */
  DESK_DISCONNECTED_MS: ms(3_000),
  /**
   * A replica that is off the bus for this long, while others are on it, hands its shards over. Longer than replicas need to
   * notice an outage of the bus itself, or the first one to notice would give its shards away.
   */
  SHARD_HAND_OVER_AFTER_MS: integer({ min: 1_000, max: 600_000, default: 5_000 }),
  /** After that it gets a share again once it has been back on the bus for this long. */
  SHARD_SHARE_AFTER_MS: ms(10_000),
  /** Shards taken beyond the fair share, because nobody held them, are kept for this long. */
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
