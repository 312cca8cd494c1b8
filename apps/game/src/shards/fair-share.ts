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
