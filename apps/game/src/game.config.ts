import { integer, loadConfig, postgresUrl, type Env } from '@earworm/service-kit/config';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: postgresUrl(),
  /** Past any pooler: the locks of the shards live as long as this connection. Default: DATABASE_URL. */
  DATABASE_DIRECT_URL: postgresUrl().optional(),
  /** Connections for reading games and the log. */
  GAME_POOL_SIZE: integer({ min: 2, max: 100, default: 10 }),
  /** Past it a game that is not in memory is answered `busy`, unless an idle one can leave. */
  GAME_GAMES_IN_MEMORY: integer({ min: 1, max: 1_000_000, default: 20_000 }),
  /** A game without commands or reads for this long leaves memory. */
  GAME_IDLE_SECONDS: integer({ min: 1, max: 86_400, default: 300 }),
});

export type GameConfig = z.output<typeof schema> & { readonly DATABASE_DIRECT_URL: string };

export function loadGameConfig(env: Env): GameConfig {
  const config = loadConfig(schema, env);
  return { ...config, DATABASE_DIRECT_URL: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL };
}
