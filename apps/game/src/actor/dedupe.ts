import type { Answered } from '../log/read.js';

/** How long the id of an accepted command is kept, in ms, and how many of each user are kept regardless of age. */
export const KEPT_MS = 120_000;
export const KEPT_PER_USER = 16;
/** The oldest ids of a user with more are forgotten even when they are young. */
export const USER_MAX = 1_000;

interface Entry {
  readonly version: number;
  readonly at: number;
}

/** The accepted commands of a game by their idempotency keys, each with the version of its effect. */
export class Dedupe {
  readonly #byUser = new Map<string, Map<string, Entry>>();

  /** @param at game time of the answer, ms; entries are added in this order */
  add(userId: string, commandId: string, version: number, at: number): void {
    let entries = this.#byUser.get(userId);
    if (!entries) this.#byUser.set(userId, (entries = new Map()));
    entries.delete(commandId);
    entries.set(commandId, { version, at });
    if (entries.size <= KEPT_PER_USER) return;
    for (const [oldest, entry] of entries) {
      const isOld = entries.size > KEPT_PER_USER && entry.at < at - KEPT_MS;
      if (!isOld && entries.size <= USER_MAX) break;
      entries.delete(oldest);
    }
  }

  find(userId: string, commandId: string): number | undefined {
    return this.#byUser.get(userId)?.get(commandId)?.version;
  }

  list(): Answered[] {
    return [...this.#byUser].flatMap(([userId, entries]) =>
      [...entries].map(([commandId, { version, at }]): Answered => [userId, commandId, version, at]),
    );
  }
}
