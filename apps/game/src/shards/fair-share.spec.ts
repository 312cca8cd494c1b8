import { describe, expect, it } from '@jest/globals';
import { allShards, planShare } from './fair-share.js';

const range = (from: number, to: number) => new Set(allShards.slice(from, to));
const free = (shards: Iterable<number>, ms: number) => new Map([...shards].map((shard) => [shard, ms] as const));

describe('the fair share of shards', () => {
  it('gives everything to a single replica at once', () => {
    expect(planShare({ members: 1, mine: new Set(), free: free(allShards, 0) }, new Set()).take).toHaveLength(64);
  });

  it('gives half to each of two replicas', () => {
    const plan = planShare({ members: 2, mine: new Set(), free: free(allShards, 0) }, new Set());
    expect(plan.take).toHaveLength(32);
    expect(plan.giveUp).toEqual([]);
  });

  it('allows one more for a shard that has been free for a second', () => {
    const mine = range(0, 32);
    expect(planShare({ members: 2, mine, free: free(range(32, 64), 999) }, new Set()).take).toEqual([]);
    expect(planShare({ members: 2, mine, free: free(range(32, 64), 1_000) }, new Set()).take).toHaveLength(32);
  });

  it('gives up shards above it, but not recently taken orphans', () => {
    const view = { members: 2, mine: range(0, 64), free: new Map<number, number>() };
    expect(planShare(view, new Set()).giveUp).toHaveLength(32);
    expect(planShare(view, range(0, 40)).giveUp).toEqual([...range(40, 64)]);
  });

  it('leaves no shard without an owner among three replicas', () => {
    expect(planShare({ members: 3, mine: range(0, 22), free: new Map() }, new Set()).giveUp).toEqual([]);
    expect(planShare({ members: 3, mine: range(0, 24), free: new Map() }, new Set()).giveUp).toHaveLength(2);
  });
});
