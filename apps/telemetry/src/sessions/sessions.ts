import { type beatSession, RefusedError, type RequestOf, type seeSessions } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import { Tally } from '../tally/tally.js';
import { recordActivity, SILENT_MS } from './activity.js';

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
