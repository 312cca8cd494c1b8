import type { Answered } from '../log/read.js';

/** How long an answered command id is kept, in ms, and how many of each user are kept however old they are. */
export const KEPT_MS = 120_000;
export const KEPT_PER_USER = 16;
/** Past this many of one user the oldest is forgotten even when it is young. */
export const USER_MAX = 1_000;

interface Entry {
  readonly version: number;
  readonly at: number;
}

/** Which commands of a game were accepted, and at which version their effect stands. */
export class Dedupe {
  /** By user, then by command id, oldest first. */
  private readonly byUser = new Map<string, Map<string, Entry>>();

  /** `at` is when it was answered (game time, ms); entries come in order of time. */
  add(userId: string, commandId: string, version: number, at: number): void {
    let entries = this.byUser.get(userId);
    if (!entries) this.byUser.set(userId, (entries = new Map()));
    entries.delete(commandId);
    entries.set(commandId, { version, at });
    for (const [oldest, entry] of entries) {
      const isOld = entries.size > KEPT_PER_USER && entry.at < at - KEPT_MS;
      if (!isOld && entries.size <= USER_MAX) break;
      entries.delete(oldest);
    }
  }

  /** The version a command was accepted at, or undefined when it is not known (any more). */
  find(userId: string, commandId: string): number | undefined {
    return this.byUser.get(userId)?.get(commandId)?.version;
  }

  /** For the snapshot: everything kept, oldest first within each user. */
  list(): Answered[] {
    return [...this.byUser].flatMap(([userId, entries]) =>
      [...entries].map(([commandId, { version, at }]): Answered => [userId, commandId, version, at]),
    );
  }
}
