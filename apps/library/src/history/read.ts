import { GAMES_OF_USER_PAGE, type GameOfUser, type HistoryEntry, type HistoryList } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { COUNT_GAMES_OF_USER, GAMES_OF_USER, MODERATED, PLAYED } from './history.sql.js';

/** The newest games that the user played; those that they moderated if there are none, or these are requested. */
export async function historyOf(
  database: DataSource,
  userId: string,
  limit: number,
  list: HistoryList,
): Promise<HistoryEntry[]> {
  const played = list === 'own' ? await database.query<HistoryEntry[]>(PLAYED, [userId, limit]) : [];
  return played.length > 0 ? played : database.query<HistoryEntry[]>(MODERATED, [userId, limit]);
}

export async function gamesOf(
  database: Pick<DataSource, 'query'>,
  userId: string,
  page: number,
): Promise<{ games: GameOfUser[]; total: number }> {
  const [games, [counted]] = await Promise.all([
    database.query<GameOfUser[]>(GAMES_OF_USER, [userId, (page - 1) * GAMES_OF_USER_PAGE]),
    database.query<{ total: number }[]>(COUNT_GAMES_OF_USER, [userId]),
  ]);
  return { games, total: counted?.total ?? 0 };
}
