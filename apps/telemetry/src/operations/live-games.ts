import type { LiveGame, liveGames, ReplyOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

/** Games sent at once; of more open ones those are left out in which nothing happened for longest. */
const MOST = 2_000;
/** Open games without any event for this long are nobody's any more. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

type Row = Omit<LiveGame, 'createdAt' | 'lastAt'> & { createdAt: string; lastAt: string; changed: string };

const GAME = `select game_id as "gameId", game_code as "gameCode", status, moderator_name as "moderatorName",
  moderator_left as "moderatorLeft", players, created_at as "createdAt", last_action as "lastAction",
  last_at as "lastAt", changed from game`;

/**
 * The open games and the newest change in one statement: a change between two would be missed for good. `open` is null
 * where no game is open.
 */
const OPEN = `select newest.changed as newest, open.*
  from (select coalesce(max(changed), 0)::text as changed from game) as newest
    left join (${GAME} where status <> 'completed' and last_at > $1 order by changed desc limit ${MOST}) as open on true
  order by open.changed desc`;

type OpenRow = { newest: string } & (Row | { gameId: null });

/** Games changed after a cursor, in the order of their changes; from the beginning only the open ones. */
export async function readLiveGames(
  database: Pick<DataSource, 'query'>,
  after: string,
  now: number,
): Promise<ReplyOf<typeof liveGames>> {
  if (after === '0') {
    const rows = await database.query<OpenRow[]>(OPEN, [now - FORGOTTEN_AFTER_MS]);
    const open = rows.flatMap((row) => (row.gameId === null ? [] : [toGame(row)]));
    return { cursor: rows[0]?.newest ?? after, games: open };
  }
  const rows = await database.query<Row[]>(`${GAME} where changed > $1 order by changed limit ${MOST}`, [after]);
  return { cursor: rows.at(-1)?.changed ?? after, games: rows.map(toGame) };
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
