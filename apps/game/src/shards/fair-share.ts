import { SHARDS } from '@earworm/contracts';

export const allShards: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** What one replica sees of the shards' locks. */
export interface LockView {
  /** Replicas alive, this one included. */
  readonly members: number;
  readonly mine: ReadonlySet<number>;
  /** Shards that nobody holds, and for how long this replica has seen that, in ms. */
  readonly free: ReadonlyMap<number, number>;
}

/** A shard without an owner for this long is taken by the first replica that sees it, share or not. */
const ORPHANED_AFTER_MS = 1_000;

/**
 * What to take and what to give up. The fair share decides only what is given up and who takes first; it never leaves a
 * shard without an owner. `keep`: shards taken as orphans a moment ago, not to be given away again at once.
 */
export function planShare(view: LockView, keep: ReadonlySet<number>): { take: number[]; giveUp: number[] } {
  const fair = Math.ceil(SHARDS / Math.max(1, view.members));
  const room = Math.max(0, fair - view.mine.size);
  const free = [...view.free.keys()];
  const orphans = free.filter((shard) => (view.free.get(shard) ?? 0) >= ORPHANED_AFTER_MS);
  const take = view.members <= 1 ? free : [...new Set([...free.slice(0, room), ...orphans])];
  const excess = view.mine.size - fair;
  const giveUp = excess > 0 ? [...view.mine].filter((shard) => !keep.has(shard)).slice(0, excess) : [];
  return { take, giveUp };
}
