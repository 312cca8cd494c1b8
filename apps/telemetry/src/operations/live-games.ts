import {
  type HelpCategory,
  type LiveGame,
  type liveGames,
  PAST_GAMES_LIMITS,
  type pastGames,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import { likePattern } from '@earworm/service-kit/postgres';
import type { DataSource } from 'typeorm';
import { COUNT_PAST, SELECT_CHANGED, SELECT_OPEN, SELECT_PAST } from './live-games.sql.js';

/** Of more open games, the least recently active are omitted. */
const MOST = 2_000;

type Row = Omit<LiveGame, 'createdAt' | 'lastAt' | 'help'> & {
  createdAt: string;
  lastAt: string;
  changed: string;
  helpCategory: HelpCategory | null;
  helpText: string | null;
  helpAt: string | null;
};

type OpenRow = { newest: string } & (Row | { gameId: null });

/** Games changed after a cursor, in order; from the beginning only the open ones. */
export async function readLiveGames(
  database: Pick<DataSource, 'query'>,
  after: string,
  /** ms since the epoch: open games without a later event are omitted. */
  since: number,
): Promise<ReplyOf<typeof liveGames>> {
  if (after === '0') {
    const rows = await database.query<OpenRow[]>(SELECT_OPEN, [since, MOST]);
    const open = rows.flatMap((row) => (row.gameId === null ? [] : [toGame(row)]));
    return { cursor: rows[0]?.newest ?? after, games: open };
  }
  const rows = await database.query<Row[]>(SELECT_CHANGED, [after, MOST]);
  return { cursor: rows.at(-1)?.changed ?? after, games: rows.map(toGame) };
}

/** A page of the games that are not listed as open, most recently active first. */
export async function readPastGames(
  database: Pick<DataSource, 'query'>,
  { search, page }: RequestOf<typeof pastGames>,
  since: number,
): Promise<ReplyOf<typeof pastGames>> {
  const wanted = search.trim();
  const found = [since, MOST, likePattern(wanted), wanted];
  const { pageSize } = PAST_GAMES_LIMITS;
  const [rows, [counted]] = await Promise.all([
    database.query<Row[]>(SELECT_PAST, [...found, pageSize, (page - 1) * pageSize]),
    database.query<{ total: number }[]>(COUNT_PAST, found),
  ]);
  return { games: rows.map(toGame), total: counted?.total ?? 0 };
}

const toGame = ({ createdAt, lastAt, ...row }: Row): LiveGame => ({
  gameId: row.gameId,
  gameCode: row.gameCode,
  status: row.status,
  moderatorName: row.moderatorName,
  moderatorLeft: row.moderatorLeft,
  ...(row.helpCategory !== null && {
    help: { category: row.helpCategory, text: row.helpText ?? '', since: Number(row.helpAt) },
  }),
  players: row.players,
  lastAction: row.lastAction,
  createdAt: Number(createdAt),
  lastAt: Number(lastAt),
});
