import { type listErasures, type ReplyOf, type ShowId, SHOWS_AT_ONCE_MAX } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import {
  END_ERASURE,
  IS_ERASED,
  NOTE_AGAIN,
  NOTE_OF_SHOW,
  NOTE_OLD,
  NOTE_ORPHANED,
  NOTE_SHOW,
  POSTPONE,
  SELECT_ERASED,
  SELECT_OLD_SHOWS,
  SELECT_WAITING,
  TAKE_DUE,
} from './erasure.sql.js';

export interface DueErasure {
  readonly gameId: GameId;
  readonly attempts: number;
}

/** Before the id of every event. */
const NO_SHOW = '00000000-0000-0000-0000-000000000000';
/** Games of one run of the job. */
const NOTED_MAX = 1_000;
/** Days and causes of one list: about two years in which games are erased every day. */
const LISTED_MAX = 800;
/** Calls to four services, and the logs of a batch. */
const LEASE_SECONDS = 120;

/** The event whose time the game is kept for. */
export async function noteShow(database: DataSource, gameId: GameId, showId: string): Promise<void> {
  await database.query(NOTE_SHOW, [gameId, showId]);
}

/** Or to be erased. */
export async function isErased(database: DataSource, gameId: GameId): Promise<boolean> {
  return (await database.query<unknown[]>(IS_ERASED, [gameId])).length > 0;
}

export async function noteOld(database: DataSource, keepDays: number): Promise<void> {
  await database.query(NOTE_OLD, [keepDays, NOTED_MAX]);
}

/** @param existing of events, those that there are */
export async function noteOrphaned(
  database: DataSource,
  keepDays: number,
  existing: (showIds: readonly ShowId[]) => Promise<readonly ShowId[]>,
): Promise<void> {
  for (let after: string = NO_SHOW; ;) {
    const values = [keepDays, SHOWS_AT_ONCE_MAX, after];
    const showIds = (await database.query<{ showId: ShowId }[]>(SELECT_OLD_SHOWS, values)).map(({ showId }) => showId);
    const last = showIds.at(-1);
    if (last === undefined) return;
    const known = new Set(await existing(showIds));
    const gone = showIds.filter((showId) => !known.has(showId));
    if (gone.length > 0) await database.query(NOTE_ORPHANED, [keepDays, NOTED_MAX, gone]);
    after = last;
  }
}

/** Returns how many were not noted before. */
export async function noteGamesOfShow(database: DataSource, showId: ShowId): Promise<number> {
  const [noted] = await database.query<{ games: number }[]>(NOTE_OF_SHOW, [showId]);
  return noted?.games ?? 0;
}

export async function noteAgain(database: DataSource, gameIds: readonly GameId[]): Promise<void> {
  await database.query(NOTE_AGAIN, [gameIds]);
}

export async function takeDue(database: DataSource, most: number): Promise<readonly DueErasure[]> {
  const [due] = await database.query<[DueErasure[], number]>(TAKE_DUE, [most, LEASE_SECONDS]);
  return due;
}

export async function postpone(database: DataSource, gameIds: readonly GameId[], ms: number): Promise<void> {
  await database.query(POSTPONE, [gameIds, ms / 1_000]);
}

export async function endErasures(database: DataSource, gameIds: readonly GameId[]): Promise<void> {
  await database.query(END_ERASURE, [gameIds]);
}

type Listed = Omit<ReplyOf<typeof listErasures>, 'keepDays'>;

export async function readErasures(database: DataSource): Promise<Listed> {
  const [waiting = { games: 0, since: null, failing: 0 }] = await database.query<Listed['waiting'][]>(SELECT_WAITING);
  const days = await database.query<Listed['days']>(SELECT_ERASED, [LISTED_MAX]);
  return { waiting, days };
}
