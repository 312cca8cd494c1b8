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

/** Games changed after a cursor, in the order of their changes; from the beginning only the open ones. */
export async function readLiveGames(
  database: DataSource,
  after: string,
  now: number,
): Promise<ReplyOf<typeof liveGames>> {
  const rows =
    after === '0'
      ? await database.query<Row[]>(
          `${GAME} where status <> 'completed' and last_at > $1 order by changed desc limit ${MOST}`,
          [now - FORGOTTEN_AFTER_MS],
        )
      : await database.query<Row[]>(`${GAME} where changed > $1 order by changed limit ${MOST}`, [after]);
  const cursor = after === '0' ? await newestChange(database, rows[0]) : (rows.at(-1)?.changed ?? after);
  return {
    cursor,
    games: rows.map(({ changed: _, ...game }) => ({
      ...game,
      createdAt: Number(game.createdAt),
      lastAt: Number(game.lastAt),
    })),
  };
}

/** With no game open the place to go on from is behind those that are over. */
async function newestChange(database: DataSource, newestOpen: Row | undefined): Promise<string> {
  if (newestOpen !== undefined) return newestOpen.changed;
  const [row] = await database.query<{ changed: string | null }[]>('select max(changed)::text as changed from game');
  return row?.changed ?? '0';
}
