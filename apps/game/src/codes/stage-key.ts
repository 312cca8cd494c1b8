import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { ENSURE_STAGE_KEY, INHERIT_STAGE_KEY, SELECT_STAGE_KEY } from './codes.sql.js';

/** The key in the link to the game's stage; created at the first request. */
export async function stageKeyOf(database: DataSource, gameId: GameId): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  const [row] = await database.query<{ stage_key: string }[]>(ENSURE_STAGE_KEY, [gameId, key]);
  if (!row) throw new Error(`game ${gameId} has no row`);
  return row.stage_key;
}

/** From now on the link to the stage of one game also shows another, unless that has a link already. */
export async function inheritStageKey(database: DataSource, from: GameId, to: GameId): Promise<void> {
  await database.query(INHERIT_STAGE_KEY, [from, to]);
}

export async function isStageKey(database: DataSource, gameId: GameId, key: string): Promise<boolean> {
  const [row] = await database.query<{ stage_key: string | null }[]>(SELECT_STAGE_KEY, [gameId]);
  if (!row?.stage_key || row.stage_key.length !== key.length) return false;
  return timingSafeEqual(Buffer.from(row.stage_key), Buffer.from(key));
}
