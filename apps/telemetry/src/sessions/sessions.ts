import {
  type beatSession,
  RefusedError,
  type RequestOf,
  type seeSessions,
  type countViews,
  pagePathOf,
  type Move,
} from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import { Tally } from '../tally/tally.js';
import { recordActivity, SILENT_MS } from './activity.js';
import { onlyNew } from '../tally/report-ids.js';
import {
  DELETE_ERROR_USER,
  END_SILENT_SESSIONS,
  FIND_SESSIONS,
  INSERT_SESSION,
  LOCK_USER,
  MERGE_ERROR_USERS,
  MOVE_ERRORS,
  MOVE_SESSIONS,
  RENAME_SESSION,
  RENEW_PREVIOUS_TIMES,
  SELECT_OWNER,
} from './sessions.sql.js';

export async function beat(database: DataSource, given: RequestOf<typeof beatSession>, now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    // Serialized by user, for `previous_time`.
    await manager.query(LOCK_USER, [given.userId]);
    const made = await manager.query<unknown[]>(INSERT_SESSION, [
      given.sessionId,
      given.userId,
      given.userName,
      given.userType,
      now,
      given.userAgent,
      given.language,
    ]);
    const tally = new Tally();
    if (made.length > 0) {
      tally.add(now.getTime(), 'sessions', given.userType);
      tally.add(now.getTime(), 'session-length', barOf(BARS.sessionLength, 0));
      return tally.write(manager);
    }
    const [own] = await manager.query<{ userId: string }[]>(SELECT_OWNER, [given.sessionId]);
    if (own?.userId !== given.userId) throw new RefusedError('forbidden');
    await manager.query(RENAME_SESSION, [given.sessionId, given.userName]);
    await recordActivity(manager, tally, [{ sessionId: given.sessionId, at: now, kind: 'beat' }]);
    await tally.write(manager);
  });
}

/** Beacons may be late or repeated: a session ends once, and not before its last activity. */
export async function end(database: DataSource, sessionId: string, now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    const tally = new Tally();
    await recordActivity(manager, tally, [{ sessionId, at: now, kind: 'left' }]);
    await tally.write(manager);
  });
}

/** Applies reports of sockets to the session that the user and browser had at that time. */
export async function see(database: DataSource, { signs }: RequestOf<typeof seeSessions>, now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    const found = await manager.query<{ sessionId: string; at: Date; gone: boolean }[]>(FIND_SESSIONS, [
      signs.map(({ userId }) => userId),
      signs.map(({ userAgent }) => userAgent),
      signs.map(({ agoMs }) => new Date(now.getTime() - agoMs)),
      signs.map(({ gone }) => gone),
    ]);
    const tally = new Tally();
    const kinds = found.map(({ sessionId, at, gone }) => ({ sessionId, at, kind: gone ? 'gone' : 'back' }) as const);
    await recordActivity(manager, tally, kinds);
    await tally.write(manager);
  });
}

/** Ends sessions at their last activity when their page sends nothing any more: a killed browser sends no beacon. */
export async function endSilent(database: DataSource, now: Date): Promise<void> {
  await database.query(END_SILENT_SESSIONS, [now, SILENT_MS / 1000]);
}

export type ViewsReport = RequestOf<typeof countViews>;

/** By path without ids, which bounds their number. */
export async function keepViews(database: DataSource, reports: readonly ViewsReport[], now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    const tally = new Tally();
    const fresh = await onlyNew(manager, reports);
    for (const { views } of fresh)
      for (const { path, count } of views) tally.add(now.getTime(), 'views', pagePathOf(path), count);
    const sessionIds = fresh.flatMap(({ sessionId }) => sessionId ?? []);
    await recordActivity(
      manager,
      tally,
      sessionIds.map((sessionId) => ({ sessionId, at: now, kind: 'seen' })),
    );
    await tally.write(manager);
  });
}

/** Moves a guest's sessions and errors to an account. Idempotent. */
export async function moveUser(database: DataSource, { from, to }: Move): Promise<void> {
  if (from === to) return;
  await database.transaction(async (manager) => {
    await manager.query(LOCK_USER, [to]);
    await manager.query(MOVE_SESSIONS, [from, to]);
    // Users are counted by their first session.
    await manager.query(RENEW_PREVIOUS_TIMES, [to]);
    await manager.query(MOVE_ERRORS, [from, to]);
    await manager.query(MERGE_ERROR_USERS, [from, to]);
    await manager.query(DELETE_ERROR_USER, [from]);
  });
}
