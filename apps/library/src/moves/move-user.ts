import type { Move, ReplyOf, moveInLibrary } from '@earworm/contracts';
import { GameId, type UserId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import type { Clips } from '../clips/clips.js';
import { moveHistory } from './move-history.js';
import * as sql from './moves.sql.js';

const OPEN_GAMES_MAX = 500;

export async function openGamesOf(database: DataSource, userId: UserId): Promise<GameId[]> {
  const rows = await database.query<{ gameId: string }[]>(sql.OPEN_GAMES, [userId, OPEN_GAMES_MAX]);
  return rows.map(({ gameId }) => GameId.parse(gameId));
}

/**
 * Moves templates, clips and completed games, even beyond the quotas. Idempotent. A guest who becomes an account keeps
 * the id; then only the templates are marked to be kept.
 */
export async function moveUser(
  database: DataSource,
  clips: Clips,
  { from, to }: Move,
): Promise<ReplyOf<typeof moveInLibrary>> {
  if (from === to) {
    const [, templates] = await database.query<[unknown, number]>(sql.KEEP_TEMPLATES, [from]);
    return { templates, games: 0 };
  }
  const moved = await database.transaction(async (manager) => {
    await manager.query(sql.INSERT_MOVE, [from, to]);
    await manager.query(sql.LOCK_MOVE, [from]);
    const [, templates] = await manager.query<[unknown, number]>(sql.MOVE_TEMPLATES, [from, to]);
    await manager.query(sql.MOVE_REPORTS, [from, to]);
    const games = await moveHistory(manager, from, to);
    const counted = [from, templates, games];
    const [[row]] = await manager.query<[{ templates: number; games: number }[], number]>(sql.COUNT_MOVED, counted);
    return row ?? { templates, games };
  });
  await clips.moveAll(from, to);
  return moved;
}

/** For games that ended while their guest was moved, and a history that was rebuilt. */
export async function moveAgain(database: DataSource): Promise<void> {
  const moves = await database.query<{ from: UserId; to: UserId }[]>(sql.INCOMPLETE_MOVES);
  for (const { from, to } of moves) await database.transaction((manager) => moveHistory(manager, from, to));
}
