import type { EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import type { Tally } from '../tally/tally.js';

/** Longer than two heartbeats: the session has ended without a report. */
export const SILENT_MS = 11 * 60_000;

/**
 * `beat`: a heartbeat of the page, which reopens an ended session. `back`: its socket has connected. `seen`: it has reported
 * something. `left`: it has reported its end. `gone`: its socket was closed, which ends the session without later activity.
 */
export interface Activity {
  readonly sessionId: string;
  readonly at: Date;
  readonly kind: 'beat' | 'back' | 'seen' | 'left' | 'gone';
}

interface StoredSession {
  readonly sessionId: string;
  readonly userType: string;
  readonly startTime: Date;
  lastActive: Date;
  endTime: Date | null;
}

/** A session lasts until its last activity. Ignores unknown sessions. */
export async function recordActivity(
  manager: EntityManager,
  tally: Tally,
  activities: readonly Activity[],
): Promise<void> {
  if (activities.length === 0) return;
  // Sorted, against deadlocks.
  const stored = await manager.query<StoredSession[]>(
    `select session_id as "sessionId", user_type as "userType", start_time as "startTime", last_active as "lastActive",
        end_time as "endTime"
      from user_session where session_id = any($1) order by session_id for update`,
    [[...new Set(activities.map(({ sessionId }) => sessionId))]],
  );
  if (stored.length === 0) return;
  const sessions = new Map(stored.map((session) => [session.sessionId, session]));
  for (const activity of activities) {
    const session = sessions.get(activity.sessionId);
    if (session !== undefined) apply(session, activity, tally);
  }
  await manager.query(
    `update user_session set last_active = given.last_active, end_time = given.end_time
      from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as given (session_id, last_active, end_time)
      where user_session.session_id = given.session_id`,
    [
      stored.map(({ sessionId }) => sessionId),
      stored.map(({ lastActive }) => lastActive),
      stored.map(({ endTime }) => endTime),
    ],
  );
}

function apply(session: StoredSession, { at, kind }: Activity, tally: Tally): void {
  const before = session.lastActive;
  const isLater = at >= before;
  // Only a heartbeat continues a session after a silence: a device that wakes up to close the page does not.
  if (kind !== 'beat' && at.getTime() - before.getTime() > SILENT_MS) {
    session.endTime ??= before;
    return;
  }
  if (isLater) lengthen(session, at, tally);
  if (kind === 'beat' || (kind === 'back' && isLater)) session.endTime = null;
  // Activity that was reported after the end moves the end.
  else if (kind === 'left' || (kind === 'gone' && isLater)) session.endTime = session.lastActive;
  else if (session.endTime !== null) session.endTime = session.lastActive;
}

/** Counts in the bucket in which the session began. */
function lengthen(session: StoredSession, at: Date, tally: Tally): void {
  const start = session.startTime.getTime();
  const seconds = (until: Date) => Math.round((until.getTime() - start) / 1000);
  const [before, after] = [seconds(session.lastActive), seconds(at)];
  tally.add(start, 'session-seconds', session.userType, after - before);
  tally.move(start, 'session-length', barOf(BARS.sessionLength, before), barOf(BARS.sessionLength, after));
  session.lastActive = at;
}
