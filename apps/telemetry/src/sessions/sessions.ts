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

export async function beat(database: DataSource, given: RequestOf<typeof beatSession>, now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    // Serialized by user, for `previous_time`.
    await manager.query(`select pg_advisory_xact_lock(hashtext('telemetry.user'), hashtext($1))`, [given.userId]);
    const made = await manager.query<unknown[]>(
      `insert into user_session (session_id, user_id, user_name, user_type, start_time, last_active, user_agent, language,
          previous_time)
        values ($1, $2, $3, $4, $5, $5, $6, $7, (select max(start_time) from user_session
          where user_id = $2 and user_type = $4 and start_time <= $5)) on conflict (session_id) do nothing returning 1`,
      [given.sessionId, given.userId, given.userName, given.userType, now, given.userAgent, given.language],
    );
    const tally = new Tally();
    if (made.length > 0) {
      tally.add(now.getTime(), 'sessions', given.userType);
      tally.add(now.getTime(), 'session-length', barOf(BARS.sessionLength, 0));
      return tally.write(manager);
    }
    const [own] = await manager.query<{ userId: string }[]>(
      'select user_id as "userId" from user_session where session_id = $1',
      [given.sessionId],
    );
    if (own?.userId !== given.userId) throw new RefusedError('forbidden');
    await manager.query('update user_session set user_name = $2 where session_id = $1', [
      given.sessionId,
      given.userName,
    ]);
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
    const found = await manager.query<{ sessionId: string; at: Date; gone: boolean }[]>(
      `select session_id as "sessionId", at, gone
        from unnest($1::text[], $2::text[], $3::timestamptz[], $4::boolean[]) as given (user_id, user_agent, at, gone)
          join lateral (select session_id from user_session
            where user_session.user_id = given.user_id and user_session.user_agent = given.user_agent
              and start_time <= given.at
            order by start_time desc limit 1) as its on true
        order by at`,
      [
        signs.map(({ userId }) => userId),
        signs.map(({ userAgent }) => userAgent),
        signs.map(({ agoMs }) => new Date(now.getTime() - agoMs)),
        signs.map(({ gone }) => gone),
      ],
    );
    const tally = new Tally();
    const kinds = found.map(({ sessionId, at, gone }) => ({ sessionId, at, kind: gone ? 'gone' : 'back' }) as const);
    await recordActivity(manager, tally, kinds);
    await tally.write(manager);
  });
}

/** Ends sessions at their last activity when their page sends nothing any more: a killed browser sends no beacon. */
export async function endSilent(database: DataSource, now: Date): Promise<void> {
  await database.query(
    `update user_session set end_time = last_active where session_id in (
      select session_id from user_session
        where end_time is null and last_active < $1::timestamptz - make_interval(secs => ${SILENT_MS / 1000})
        order by session_id for update)`,
    [now],
  );
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
    await manager.query(`select pg_advisory_xact_lock(hashtext('telemetry.user'), hashtext($1))`, [to]);
    await manager.query(`update user_session set user_id = $2 where user_id = $1`, [from, to]);
    // Users are counted by their first session.
    await manager.query(
      `update user_session set previous_time = before.start_time
        from (select session_id, lag(start_time) over (partition by user_type order by start_time, session_id) as start_time
          from user_session where user_id = $1) as before
        where user_session.session_id = before.session_id
          and user_session.previous_time is distinct from before.start_time`,
      [to],
    );
    await manager.query(`update error_log set user_id = $2 where user_id = $1`, [from, to]);
    await manager.query(
      `insert into error_user (fingerprint, user_id, first_at, last_at)
        select fingerprint, $2, first_at, last_at from error_user where user_id = $1
        on conflict (fingerprint, user_id) do update set first_at = least(error_user.first_at, excluded.first_at),
          last_at = greatest(error_user.last_at, excluded.last_at)`,
      [from, to],
    );
    await manager.query(`delete from error_user where user_id = $1`, [from]);
  });
}
