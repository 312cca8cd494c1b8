import type { EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import type { Tally } from '../tally/tally.js';

/** Longer than two heartbeats: the page is gone, and no end was reported. */
export const SILENT_MS = 11 * 60_000;

/**
 * A sign of life. `beat`: the page is there, and an ended session is open again. `back`: the same, of a socket. `seen`:
 * the page reported something. `left`: it reported its end. `gone`: its socket was cut, which ends the session unless there
 * was a later sign.
 */
export interface Sign {
  readonly sessionId: string;
  readonly at: Date;
  readonly kind: 'beat' | 'back' | 'seen' | 'left' | 'gone';
}

interface Known {
  readonly sessionId: string;
  readonly userType: string;
  readonly startTime: Date;
  lastActive: Date;
  endTime: Date | null;
}

/** Each session lasts until its last sign of life. Signs of sessions that are not known change nothing. */
export async function noteSigns(manager: EntityManager, tally: Tally, signs: readonly Sign[]): Promise<void> {
  if (signs.length === 0) return;
  // In one order everywhere, so that two transactions never wait for each other's rows.
  const known = await manager.query<Known[]>(
    `select session_id as "sessionId", user_type as "userType", start_time as "startTime", last_active as "lastActive",
        end_time as "endTime"
      from user_session where session_id = any($1) order by session_id for update`,
    [[...new Set(signs.map(({ sessionId }) => sessionId))]],
  );
  if (known.length === 0) return;
  const sessions = new Map(known.map((session) => [session.sessionId, session]));
  for (const sign of signs) {
    const session = sessions.get(sign.sessionId);
    if (session !== undefined) note(session, sign, tally);
  }
  await manager.query(
    `update user_session set last_active = given.last_active, end_time = given.end_time
      from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as given (session_id, last_active, end_time)
      where user_session.session_id = given.session_id`,
    [
      known.map(({ sessionId }) => sessionId),
      known.map(({ lastActive }) => lastActive),
      known.map(({ endTime }) => endTime),
    ],
  );
}

function note(session: Known, { at, kind }: Sign, tally: Tally): void {
  const before = session.lastActive;
  const isLater = at >= before;
  // A page that woke up after hours and is left then did not last as long: only a page itself goes on after a silence.
  if (kind !== 'beat' && at.getTime() - before.getTime() > SILENT_MS) {
    session.endTime ??= before;
    return;
  }
  if (isLater) lengthen(session, at, tally);
  if (kind === 'beat' || (kind === 'back' && isLater)) session.endTime = null;
  // What a page reports last may be written before its end, which still is its end.
  else if (kind === 'left' || (kind === 'gone' && isLater)) session.endTime = session.lastActive;
  else if (session.endTime !== null) session.endTime = session.lastActive;
}

/** A session counts in the quarter in which it began, with the length it has had so far. */
function lengthen(session: Known, at: Date, tally: Tally): void {
  const start = session.startTime.getTime();
  const seconds = (until: Date) => Math.round((until.getTime() - start) / 1000);
  const [before, after] = [seconds(session.lastActive), seconds(at)];
  tally.add(start, 'session-seconds', session.userType, after - before);
  tally.move(start, 'session-length', barOf(BARS.sessionLength, before), barOf(BARS.sessionLength, after));
  session.lastActive = at;
}
