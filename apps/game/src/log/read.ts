import { GameEvent, RULES, type GameState } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { HEADS_OF_GAMES, HEADS_SINCE, SELECT_EVENTS, SELECT_SNAPSHOT, QUESTION_CONTENTS, READ_LOG } from './log.sql.js';
import type { gameLog, questionContents, ReplyOf, RequestOf } from '@earworm/contracts';

/** An accepted command: `[userId, commandId, version, at]` */
export type Answered = readonly [string, string, number, number];

interface LoggedEvent {
  readonly version: number;
  readonly event: GameEvent;
  readonly userId: string | null;
  readonly commandId: string | null;
}

export interface LoadedLog {
  readonly logId: string | null;
  readonly epoch: number;
  readonly snapshot: { readonly version: number; readonly state: GameState; readonly answered: Answered[] } | null;
  readonly events: readonly LoggedEvent[];
  /** Characters of JSON that were read, to estimate the game's size in memory. */
  readonly characters: number;
  /** How many of them are of events. */
  readonly charactersSinceSnapshot: number;
}

/** An event of a newer release: this process cannot know the game's state. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
}

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isKnown = (stored: { type: string }): stored is GameEvent => KNOWN.has(stored.type);

/** Older shapes are upcast here. Throws UnknownEventError. */
export function readEvent(stored: { type: string }): GameEvent {
  if (!isKnown(stored)) throw new UnknownEventError(`the log has an event of unknown type "${stored.type}"`);
  return stored;
}

interface EventRow {
  version: number;
  event: string;
  user_id: string | null;
  command_id: string | null;
  epoch: string;
}
interface SnapshotRow {
  log_id: string;
  version: number | null;
  /** JSON text, as is `answered`. */
  state: string | null;
  answered: string | null;
}

/** Reads one game's log, from its snapshot on if that is of these rules. */
export async function loadLog(database: DataSource, gameId: string): Promise<LoadedLog> {
  const [game] = await database.query<SnapshotRow[]>(SELECT_SNAPSHOT, [gameId, RULES]);
  if (!game) return { logId: null, epoch: 0, snapshot: null, events: [], characters: 0, charactersSinceSnapshot: 0 };
  const from = game.version ?? 0;
  let rows = await database.query<EventRow[]>(SELECT_EVENTS, [gameId, from]);
  let { state } = game;
  if (state !== null && rows[0]?.version !== from) {
    // The database was restored from before the snapshot; the log is the truth.
    state = null;
    rows = await database.query<EventRow[]>(SELECT_EVENTS, [gameId, 0]);
  }
  const answered = game.answered ?? '[]';
  const events = state === null ? rows : rows.slice(1);
  const snapshotLength = state === null ? 0 : state.length + answered.length;
  const charactersSinceSnapshot = events.reduce((sum, { event }) => sum + event.length, 0);
  return {
    logId: game.log_id,
    epoch: Number(rows.at(-1)?.epoch ?? 0),
    snapshot:
      state === null
        ? null
        : { version: from, state: JSON.parse(state) as GameState, answered: JSON.parse(answered) as Answered[] },
    events: events.map((row) => ({
      version: row.version,
      event: readEvent(JSON.parse(row.event) as { type: string }),
      userId: row.user_id,
      commandId: row.command_id,
    })),
    characters: snapshotLength + charactersSinceSnapshot,
    charactersSinceSnapshot,
  };
}

export interface Head {
  readonly gameId: string;
  readonly logId: string;
  readonly version: number;
}

export const headsSince = (database: DataSource, at: number): Promise<Head[]> => database.query(HEADS_SINCE, [at]);

export const headsOf = (database: DataSource, gameIds: readonly string[]): Promise<Head[]> =>
  database.query(HEADS_OF_GAMES, [gameIds]);

/** Of rows in one page: a larger one delays the bus and the thread that reads it. */
const SEND_BYTES = 128 * 1024;
/** Of events that one page may decompress, most of which it may leave out. */
const READ_BYTES = 4 * 1024 * 1024;

interface Page {
  readonly rows: string;
  readonly end_tx: string | null;
  readonly end_position: string | null;
  readonly more: boolean;
}

/** The reply of `gameLog` as JSON text: rows after a place in the log, oldest first. */
export async function readLogPage(
  database: DataSource,
  { after, limit, without, categories }: RequestOf<typeof gameLog>,
): Promise<string> {
  const values = [after.tx, after.position, limit, without, categories, SEND_BYTES, READ_BYTES];
  const [page] = await database.query<Page[]>(READ_LOG, values);
  if (!page?.end_tx) return '{"rows":[],"end":null,"more":false}';
  const { rows, end_tx, end_position, more } = page;
  return `{"rows":[${rows}],"end":{"tx":"${end_tx}","position":"${end_position}"},"more":${more}}`;
}

export async function readQuestionContents(
  database: DataSource,
  { questions }: RequestOf<typeof questionContents>,
): Promise<ReplyOf<typeof questionContents>> {
  const values = [
    questions.map(({ gameId }) => gameId),
    questions.map(({ questionId }) => questionId),
    questions.map(({ until }) => until),
  ];
  return { questions: await database.query(QUESTION_CONTENTS, values) };
}
