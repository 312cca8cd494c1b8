import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';

/** The game's stage key, made when it is first asked for. */
export async function stageKeyOf(database: DataSource, gameId: GameId): Promise<string> {
  const [row] = await database.query<{ stage_key: string }[]>(
    `with kept as (update game set stage_key = coalesce(stage_key, $2) where game_id = $1 returning stage_key)
      select stage_key from kept`,
    [gameId, randomBytes(24).toString('base64url')],
  );
  if (!row) throw new Error(`game ${gameId} is played without a row of its own`);
  return row.stage_key;
}

/** The link to the stage of one game shows another one from now on, unless that has a link of its own already. */
export async function handOnStageKey(database: DataSource, from: GameId, to: GameId): Promise<void> {
  await database.query(
    `update game set stage_key = earlier.stage_key from game earlier
      where earlier.game_id = $1 and game.game_id = $2 and game.stage_key is null`,
    [from, to],
  );
}

export async function fitsStage(database: DataSource, gameId: GameId, key: string): Promise<boolean> {
  const [row] = await database.query<{ stage_key: string | null }[]>('select stage_key from game where game_id = $1', [
    gameId,
  ]);
  if (!row?.stage_key || row.stage_key.length !== key.length) return false;
  return timingSafeEqual(Buffer.from(row.stage_key), Buffer.from(key));
}
