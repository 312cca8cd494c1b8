import { type beatSession, RefusedError, type RequestOf } from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/bars.js';
import { Tally } from '../tally/tally.js';

interface Known {
  readonly userId: string;
  readonly userType: string;
  readonly startTime: Date;
  readonly lastActive: Date;
}

/** Starts the session, or says that it goes on; one that had ended is open again: its page came back. */
export async function beat(database: DataSource, given: RequestOf<typeof beatSession>, now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    // Two first pages of one person at once would each be that person's first.
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
    const known = await lock(manager, given.sessionId);
    if (known?.userId !== given.userId) throw new RefusedError('forbidden');
    lengthen(tally, known, now);
    await manager.query(
      `update user_session set last_active = greatest(last_active, $2), end_time = null, user_name = $3 where session_id = $1`,
      [given.sessionId, now, given.userName],
    );
    await tally.write(manager);
  });
}

/** The page was left. Beacons come late or twice: a session ends once and never before it was last active. */
export async function end(database: DataSource, sessionId: string, now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    const known = await lock(manager, sessionId);
    if (known === undefined) return;
    const tally = new Tally();
    lengthen(tally, known, now);
    await manager.query(
      `update user_session set last_active = greatest(last_active, $2), end_time = greatest(last_active, $2)
        where session_id = $1`,
      [sessionId, now],
    );
    await tally.write(manager);
  });
}

/** Longer than two heartbeats: the page is gone, and nobody was told. */
const SILENT_MINUTES = 11;

/**
 * Ends sessions whose page fell silent: a browser that was killed, or a phone without a network, sends no beacon. They
 * ended when they were last heard of; a page that comes back goes on with its session.
 */
export async function endSilent(database: DataSource, now: Date): Promise<void> {
  await database.query(
    `update user_session set end_time = last_active
      where end_time is null and last_active < $1::timestamptz - make_interval(mins => ${SILENT_MINUTES})`,
    [now],
  );
}

async function lock(manager: EntityManager, sessionId: string): Promise<Known | undefined> {
  const [known] = await manager.query<Known[]>(
    `select user_id as "userId", user_type as "userType", start_time as "startTime", last_active as "lastActive"
      from user_session where session_id = $1 for update`,
    [sessionId],
  );
  return known;
}

/** A session counts in the quarter in which it began, with the length it has had so far. */
function lengthen(tally: Tally, { userType, startTime, lastActive }: Known, now: Date): void {
  const start = startTime.getTime();
  const seconds = (until: Date) => Math.round((until.getTime() - start) / 1000);
  const before = seconds(lastActive);
  const after = Math.max(before, seconds(now));
  tally.add(start, 'session-seconds', userType, after - before);
  tally.move(start, 'session-length', barOf(BARS.sessionLength, before), barOf(BARS.sessionLength, after));
}
