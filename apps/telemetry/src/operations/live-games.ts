import {
  type LiveGame,
  type liveGames,
  PAST_GAMES_LIMITS,
  type pastGames,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import { likePattern } from '@earworm/service-kit/postgres';
import type { DataSource } from 'typeorm';

/** Of more open games, the least recently active are omitted. */
const MOST = 2_000;

type Row = Omit<LiveGame, 'createdAt' | 'lastAt'> & { createdAt: string; lastAt: string; changed: string };

const COLUMNS = `game_id as "gameId", game_code as "gameCode", status, moderator_name as "moderatorName",
  moderator_left as "moderatorLeft", players, created_at as "createdAt", last_action as "lastAction",
  last_at as "lastAt", changed`;
const GAME = `select ${COLUMNS} from game`;

/** In one statement, so that no change is missed between the games and the cursor. Without open games `open` is null. */
const OPEN = `select newest.changed as newest, open.*
  from (select coalesce(max(changed), 0)::text as changed from game) as newest
    left join (${GAME} where status <> 'completed' and last_at > $1 order by changed desc limit ${MOST}) as open on true
  order by open.changed desc`;

type OpenRow = { newest: string } & (Row | { gameId: null });

/** Games changed after a cursor, in order; from the beginning only the open ones. */
export async function readLiveGames(
  database: Pick<DataSource, 'query'>,
  after: string,
  /** ms since the epoch: open games without a later event are omitted. */
  since: number,
): Promise<ReplyOf<typeof liveGames>> {
  if (after === '0') {
    const rows = await database.query<OpenRow[]>(OPEN, [since]);
    const open = rows.flatMap((row) => (row.gameId === null ? [] : [toGame(row)]));
    return { cursor: rows[0]?.newest ?? after, games: open };
  }
  const rows = await database.query<Row[]>(`${GAME} where changed > $1 order by changed limit ${MOST}`, [after]);
  return { cursor: rows.at(-1)?.changed ?? after, games: rows.map(toGame) };
}

const PAST = `from game where game_id not in (
    select game_id from game where status <> 'completed' and last_at > $1 order by changed desc limit ${MOST})
  and (game_code ilike $2 or moderator_name ilike $2 or game_id = $3)`;

/** A page of the games that are not listed as open, most recently active first. */
export async function readPastGames(
  database: Pick<DataSource, 'query'>,
  { search, page }: RequestOf<typeof pastGames>,
  since: number,
): Promise<ReplyOf<typeof pastGames>> {
  const wanted = search.trim();
  const found = [since, likePattern(wanted), wanted];
  const { pageSize } = PAST_GAMES_LIMITS;
  const [rows, [counted]] = await Promise.all([
    database.query<Row[]>(`select ${COLUMNS} ${PAST} order by last_at desc, game_id limit ${pageSize} offset $4`, [
      ...found,
      (page - 1) * pageSize,
    ]),
    database.query<{ total: number }[]>(`select count(*)::int as total ${PAST}`, found),
  ]);
  return { games: rows.map(toGame), total: counted?.total ?? 0 };
}

const toGame = ({ createdAt, lastAt, ...row }: Row): LiveGame => ({
  gameId: row.gameId,
  gameCode: row.gameCode,
  status: row.status,
  moderatorName: row.moderatorName,
  moderatorLeft: row.moderatorLeft,
  players: row.players,
  lastAction: row.lastAction,
  createdAt: Number(createdAt),
  lastAt: Number(lastAt),
});
