import { type GameOfUser, GAMES_OF_USER_PAGE, type HistoryEntry, type HistoryList } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

const STANDINGS_SHOWN = 10;

interface Row extends Omit<HistoryEntry, 'createdAt' | 'completedAt' | 'rank' | 'standings'> {
  createdAt: string;
  completedAt: string | null;
  rank: string | null;
  standings: HistoryEntry['standings'] | null;
}

/** Without those whom the moderator removed; the game's own count numbers the seats. */
export const SHOWN_COUNT = `player_count - (select count(*)::int from participant as gone
    where gone.game_id = game.game_id and gone.removed)`;

/** The scoreboard's order: highest score first, then who joined first. */
const GAME = `game.game_id as "gameId", game_code as "gameCode", status, moderator_id as "moderatorId",
  moderator_name as "moderatorName", created_at as "createdAt", completed_at as "completedAt",
  ${SHOWN_COUNT} as "playerCount", (
    select json_agg(best) from (
      select player_id as "playerId", name, score from participant where participant.game_id = game.game_id and not removed
      order by score desc, seat limit ${STANDINGS_SHOWN}) as best) as standings`;

const PLAYED = `select ${GAME}, 'player' as role, me.score::float8 as score, (
    select 1 + count(*) from participant as other where other.game_id = me.game_id
      and other.score > me.score and not other.removed) as rank
  from participant as me join game on game.game_id = me.game_id
  where me.player_id = $1 order by created_at desc, game.game_id limit $2`;

const MODERATED = `select ${GAME}, 'moderator' as role, null::float8 as score, null as rank
  from game where moderator_id = $1 order by created_at desc, game.game_id limit $2`;

/** The newest games that the user played, and if there are none, or these are wanted, those they moderated. */
export async function historyOf(
  database: DataSource,
  userId: string,
  limit: number,
  list: HistoryList,
): Promise<HistoryEntry[]> {
  const played = list === 'own' ? await database.query<Row[]>(PLAYED, [userId, limit]) : [];
  const rows = played.length > 0 ? played : await database.query<Row[]>(MODERATED, [userId, limit]);
  return rows.map((row) => ({
    ...row,
    createdAt: Number(row.createdAt),
    completedAt: row.completedAt === null ? null : Number(row.completedAt),
    rank: row.rank === null ? null : Number(row.rank),
    standings: row.standings ?? [],
  }));
}

const OF_USER = `from game
  where game.game_id in (select game_id from game where moderator_id = $1
    union select game_id from participant where player_id = $1)`;

/** Every game that the user moderates or plays in, newest first, a page of them. */
export async function gamesOf(
  database: Pick<DataSource, 'query'>,
  userId: string,
  page: number,
): Promise<{ games: GameOfUser[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    database.query<Omit<Row, 'standings' | 'score' | 'rank'>[]>(
      `select game.game_id as "gameId", game_code as "gameCode", status, moderator_id as "moderatorId",
          moderator_name as "moderatorName", created_at as "createdAt", completed_at as "completedAt",
          ${SHOWN_COUNT} as "playerCount", case when moderator_id = $1 then 'moderator' else 'player' end as role
        ${OF_USER} order by created_at desc, game.game_id
        limit ${GAMES_OF_USER_PAGE} offset ${(page - 1) * GAMES_OF_USER_PAGE}`,
      [userId],
    ),
    database.query<{ total: number }[]>(`select count(*)::int as total ${OF_USER}`, [userId]),
  ]);
  const games = rows.map((row) => ({
    ...row,
    createdAt: Number(row.createdAt),
    completedAt: row.completedAt === null ? null : Number(row.completedAt),
  }));
  return { games, total: counted?.total ?? 0 };
}
