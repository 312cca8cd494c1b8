import { GameEvent, RULES, type GameState } from '@earworm/rules';
import type { DataSource } from 'typeorm';

/** A command that was accepted: `[userId, commandId, version, at]` */
export type Answered = readonly [string, string, number, number];

interface LoggedEvent {
  readonly version: number;
  readonly event: GameEvent;
  readonly userId: string | null;
  readonly commandId: string | null;
}

/** Everything that is needed to stand a game up again. */
export interface LoadedLog {
  /** Null when no such game was ever reserved. */
  readonly logId: string | null;
  /** Of the last event; 0 for an empty log. */
  readonly epoch: number;
  readonly snapshot: { readonly version: number; readonly state: GameState; readonly answered: Answered[] } | null;
  /** After the snapshot, in order, without a gap. */
  readonly events: readonly LoggedEvent[];
  /** Characters of JSON text that were read: what the game's size in memory is estimated by. */
  readonly characters: number;
}

/** An event of a release newer than this one: this process cannot tell what the game is like. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
}

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));

/** The event as today's rules know it; here older shapes are upcast. Throws UnknownEventError. */
export function readEvent(stored: { type: string }): GameEvent {
  if (!isKnown(stored)) throw new UnknownEventError(`the log holds an event of unknown type "${stored.type}"`);
  return stored;
}
const isKnown = (stored: { type: string }): stored is GameEvent => KNOWN.has(stored.type);

interface EventRow {
  version: number;
  /** JSON text. */
  event: string;
  user_id: string | null;
  command_id: string | null;
  epoch: string;
}
interface HeadRow {
  log_id: string;
  version: number | null;
  /** JSON text, as is `answered`. */
  state: string | null;
  answered: string | null;
}

const HEAD = `select game.log_id, snapshot.version, snapshot.state::text as state,
    snapshot.answered::text as answered from game
  left join snapshot on snapshot.game_id = game.game_id and snapshot.rules = $2 and snapshot.log_id = game.log_id
  where game.game_id = $1`;
const EVENTS = `select version, event::text as event, user_id, command_id, epoch from event
  where game_id = $1 and version >= $2 order by version`;

/** Reads one game's log, from its snapshot on if these rules can read one. */
export async function loadLog(database: DataSource, gameId: string): Promise<LoadedLog> {
  const [head] = await database.query<HeadRow[]>(HEAD, [gameId, RULES]);
  if (!head) return { logId: null, epoch: 0, snapshot: null, events: [], characters: 0 };
  const from = head.version ?? 0;
  let rows = await database.query<EventRow[]>(EVENTS, [gameId, from]);
  let { state } = head;
  if (state !== null && rows[0]?.version !== from) {
    // The log does not reach the snapshot: it was restored from before it, and the log is the truth.
    state = null;
    rows = await database.query<EventRow[]>(EVENTS, [gameId, 0]);
  }
  const answered = head.answered ?? '[]';
  const since = state === null ? rows : rows.slice(1);
  return {
    logId: head.log_id,
    epoch: Number(rows.at(-1)?.epoch ?? 0),
    snapshot:
      state === null
        ? null
        : { version: from, state: JSON.parse(state) as GameState, answered: JSON.parse(answered) as Answered[] },
    events: since.map((row) => ({
      version: row.version,
      event: readEvent(JSON.parse(row.event) as { type: string }),
      userId: row.user_id,
      commandId: row.command_id,
    })),
    characters: since.reduce(
      (sum, { event }) => sum + event.length,
      state === null ? 0 : state.length + answered.length,
    ),
  };
}

export interface Head {
  readonly gameId: string;
  readonly logId: string;
  readonly version: number;
}

interface HeadOfRow {
  game_id: string;
  log_id: string;
  version: number;
}
const toHead = (row: HeadOfRow): Head => ({ gameId: row.game_id, logId: row.log_id, version: row.version });

/** Where the games stand that changed after `at` (ms since the epoch). */
export async function headsSince(database: DataSource, at: number): Promise<Head[]> {
  const rows = await database.query<HeadOfRow[]>(
    `select game_id, log_id, max(version) as version from event join game using (game_id)
      where event.at > $1 group by game_id, log_id`,
    [at],
  );
  return rows.map(toHead);
}

/** Where these games stand in the log. */
export async function headsOf(database: DataSource, gameIds: readonly string[]): Promise<Head[]> {
  const rows = await database.query<HeadOfRow[]>(
    `select game_id, log_id, last.version from game,
      lateral (select version from event where event.game_id = game.game_id order by version desc limit 1) as last
      where game_id = any($1::text[])`,
    [gameIds],
  );
  return rows.map(toHead);
}
