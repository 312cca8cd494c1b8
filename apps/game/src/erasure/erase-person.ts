import { type erasePersonInGame, FORMER_PERSON, type ReplyOf, type RequestOf } from '@earworm/contracts';
import { evolve, type GameId, type GameState, NO_GAME } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { readEvent } from '../log/read.js';
import {
  DELETE_SNAPSHOT,
  DELETE_STAGE_KEYS,
  GAMES_OF_PERSON,
  LOCK_GAME,
  NOTE_OF_PERSON,
  RENEW_LOG,
  REWRITE_EVENTS,
  SELECT_LOG,
} from './erasure.sql.js';
import { type Logged, verdictsBy, withoutPerson } from './person-in-log.js';

/** Games of one page: their logs are searched as text, without an index. */
const PAGE = 200;

interface Row {
  readonly version: number;
  readonly event: string;
  readonly user_id: string | null;
}
type Person = Pick<RequestOf<typeof erasePersonInGame>, 'userId' | 'pseudonym'>;

export async function gamesOfPerson(database: DataSource, { userId, pseudonym }: Person, after: string) {
  const values = [after, PAGE, [userId, pseudonym]];
  const page = await database.query<{ gameId: GameId; isNamed: boolean }[]>(GAMES_OF_PERSON, values);
  const gameIds = page.filter(({ isNamed }) => isNamed).map(({ gameId }) => gameId);
  return { gameIds, next: page.length < PAGE ? null : (page.at(-1)?.gameId ?? null) };
}

/** What a person has done in a game, by its log. */
interface PartInGame extends ReplyOf<typeof erasePersonInGame> {
  readonly isOwner: boolean;
}

export async function partInGame(
  database: DataSource,
  gameId: GameId,
  { userId, pseudonym }: Person,
): Promise<PartInGame> {
  const { log } = await readLog(database, gameId);
  const ids = new Set<string>([userId, pseudonym]);
  const end = log.reduce<GameState>((state, { event }) => evolve(state, event), NO_GAME);
  return {
    isOwner: end.status !== 'none' && ids.has(end.moderatorId),
    verdicts: verdictsBy(log, ids),
    calledForHelp: log.some(({ event }) => event.type === 'helpRequested' && ids.has(event.by)),
  };
}

/** The game is theirs. */
export async function noteOfPerson(database: DataSource, gameId: GameId): Promise<void> {
  await database.query(NOTE_OF_PERSON, [gameId]);
}

/**
 * Rewrites the names of a person in the log of a game, which gets a new id: clients, gateways and snapshots discard what they
 * have of the old one. With `replacesId` the pseudonym takes the place of the user id, too. Repeated, it changes nothing.
 */
export const rewriteLog = (
  database: DataSource,
  { gameId, userId, pseudonym, replacesId }: RequestOf<typeof erasePersonInGame>,
): Promise<void> =>
  database.transaction(async (manager) => {
    await manager.query(LOCK_GAME, [gameId]);
    await manager.query(DELETE_STAGE_KEYS, [gameId, [userId, pseudonym]]);
    const { rows, log } = await readLog(manager, gameId);
    const named = withoutPerson(log, new Set([userId, pseudonym]), FORMER_PERSON);
    const versions: number[] = [];
    const events: string[] = [];
    for (const [at, { version, event, user_id }] of rows.entries()) {
      const renamed = named.get(at);
      const text = renamed === undefined ? event : JSON.stringify(renamed);
      // An id is a string or a key of its own: no text of others has it between quotes.
      const rewritten = replacesId ? text.replaceAll(JSON.stringify(userId), JSON.stringify(pseudonym)) : text;
      if (rewritten === event && !(replacesId && user_id === userId)) continue;
      versions.push(version);
      events.push(rewritten);
    }
    if (versions.length === 0) return;
    const replaced = replacesId ? userId : null;
    await manager.query(REWRITE_EVENTS, [gameId, versions, `[${events.join()}]`, replaced, pseudonym]);
    await manager.query(DELETE_SNAPSHOT, [gameId]);
    await manager.query(RENEW_LOG, [gameId]);
  });

async function readLog(database: Pick<DataSource, 'query'>, gameId: GameId) {
  const rows = await database.query<Row[]>(SELECT_LOG, [gameId]);
  const log = rows.map(({ event, version, user_id }): Logged => ({
    event: readEvent(JSON.parse(event) as { type: string }),
    version,
    userId: user_id,
  }));
  return { rows, log };
}
