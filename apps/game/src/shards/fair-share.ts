import { SHARDS } from '@earworm/contracts';

export const allShards: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

export interface ShardView {
  readonly members: number;
  readonly mine: ReadonlySet<number>;
  readonly free: ReadonlyMap<number, number>;
}

/** A shard that is free for this long is an orphan: any replica takes it, beyond its share or not. */
const ORPHANED_AFTER_MS = 1_000;

/**
 * The fair share decides what to give up and who takes first. `keep`: orphans taken recently, which are not given up.
 */
export function planShare(view: ShardView, keep: ReadonlySet<number>): { take: number[]; giveUp: number[] } {
  const fair = Math.ceil(SHARDS / Math.max(1, view.members));
  const missing = Math.max(0, fair - view.mine.size);
  const free = [...view.free.keys()];
  const orphans = free.filter((shard) => (view.free.get(shard) ?? 0) >= ORPHANED_AFTER_MS);
  const take = view.members <= 1 ? free : [...new Set([...free.slice(0, missing), ...orphans])];
  const excess = view.mine.size - fair;
  const giveUp = excess > 0 ? [...view.mine].filter((shard) => !keep.has(shard)).slice(0, excess) : [];
  return { take, giveUp };
}

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
