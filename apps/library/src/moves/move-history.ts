import type { EntityManager } from 'typeorm';
import { MOVE_PLAYER } from '../history/history.sql.js';
import { HIGHER_SCORES, LOCK_COMPLETED, MOVE_MODERATED, ONLY_SEATS } from './moves.sql.js';

type GameRow = { readonly game_id: string };

/** No user's id: used while two seats are swapped. */
const PLACEHOLDER = 'moving';

/**
 * Moves a user's completed games, whose log takes no more events. Of two seats, `to` gets the one with the higher
 * score. Idempotent; returns the number of games that changed.
 */
export async function moveHistory(manager: EntityManager, from: string, to: string): Promise<number> {
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
  const [moderated] = await manager.query<[GameRow[], number]>(MOVE_MODERATED, [from, to]);
  noteGames(moderated);
  return games.size;
}

async function movePlayer(manager: EntityManager, gameIds: readonly string[], from: string, to: string): Promise<void> {
  if (gameIds.length === 0) return;
  for (const statement of MOVE_PLAYER) await manager.query(statement, [gameIds, from, to]);
}
