import type { Move, ReplyOf, moveInLibrary } from '@earworm/contracts';
import { GameId, type UserId } from '@earworm/rules';
import type { DataSource, EntityManager } from 'typeorm';
import type { Clips } from '../clips/clips.js';
import * as sql from './moves.sql.js';
import { MOVE_PLAYER, NOTE_REVISION } from '../history/history.sql.js';
import { HIGHER_SCORES, LOCK_COMPLETED, MOVE_MODERATED, ONLY_SEATS } from './moves.sql.js';

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

type GameRow = { readonly game_id: string };

/** No user's id: used while two seats are swapped. */
const PLACEHOLDER = 'moving';

/**
 * Moves a user's completed games, whose log takes no more events. Of two seats, `to` gets the one with the higher
 * score. Idempotent; returns the number of games that changed.
 */
async function moveHistory(manager: EntityManager, from: string, to: string): Promise<number> {
  const games = new Set<string>();
  const noteGames = (rows: readonly GameRow[]): string[] => {
    const gameIds = rows.map(({ game_id }) => game_id);
    for (const gameId of gameIds) games.add(gameId);
    return gameIds;
  };
  await manager.query(LOCK_COMPLETED, [from]);
  const swapped = noteGames(await manager.query<GameRow[]>(HIGHER_SCORES, [from, to]));
  await movePlayer(manager, swapped, to, PLACEHOLDER);
  await movePlayer(manager, swapped, from, to);
  await movePlayer(manager, swapped, PLACEHOLDER, from);
  const moved = noteGames(await manager.query<GameRow[]>(ONLY_SEATS, [from, to]));
  await movePlayer(manager, moved, from, to);
  await manager.query(NOTE_REVISION, [[...swapped, ...moved]]);
  const [moderated] = await manager.query<[GameRow[], number]>(MOVE_MODERATED, [from, to]);
  noteGames(moderated);
  return games.size;
}

async function movePlayer(manager: EntityManager, gameIds: readonly string[], from: string, to: string): Promise<void> {
  if (gameIds.length === 0) return;
  for (const statement of MOVE_PLAYER) await manager.query(statement, [gameIds, from, to]);
}
