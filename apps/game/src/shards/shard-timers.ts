import { allShards } from './fair-share.js';

/** How long shards have been free, and which are kept or avoided for a time. Monotonic ms. */
export class ShardTimers {
  readonly #freeSince = new Map<number, number>();
  readonly #keepUntil = new Map<number, number>();
  readonly #avoidUntil = new Map<number, number>();

  /** Counts the shard as held by another replica until then. */
  avoid(shard: number, until: number): void {
    this.#avoidUntil.set(shard, until);
  }

  keep(shard: number, until: number): void {
    this.#keepUntil.set(shard, until);
  }

  kept(now: number): ReadonlySet<number> {
    return new Set([...this.#keepUntil].filter(([, until]) => until > now).map(([shard]) => shard));
  }

  freeFor(held: ReadonlySet<number>, now: number): Map<number, number> {
    const free = new Map<number, number>();
    for (const shard of allShards) {
      if (held.has(shard) || (this.#avoidUntil.get(shard) ?? 0) > now) {
        this.#freeSince.delete(shard);
        continue;
      }
      const since = this.#freeSince.get(shard) ?? now;
      this.#freeSince.set(shard, since);
      free.set(shard, now - since);
    }
    return free;
  }
}
