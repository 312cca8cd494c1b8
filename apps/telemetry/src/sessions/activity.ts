import type { EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import type { Tally } from '../tally/tally.js';
import { LOCK_SESSIONS, UPDATE_ACTIVITY } from './sessions.sql.js';

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
  const stored = await manager.query<StoredSession[]>(LOCK_SESSIONS, [
    [...new Set(activities.map(({ sessionId }) => sessionId))],
  ]);
  if (stored.length === 0) return;
  const sessions = new Map(stored.map((session) => [session.sessionId, session]));
  for (const activity of activities) {
    const session = sessions.get(activity.sessionId);
    if (session !== undefined) apply(session, activity, tally);
  }
  await manager.query(UPDATE_ACTIVITY, [
    stored.map(({ sessionId }) => sessionId),
    stored.map(({ lastActive }) => lastActive),
    stored.map(({ endTime }) => endTime),
  ]);
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
