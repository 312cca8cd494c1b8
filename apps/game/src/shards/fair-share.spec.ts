import { describe, expect, it } from '@jest/globals';
import { allShards, planShare } from './fair-share.js';

const range = (from: number, to: number) => new Set(allShards.slice(from, to));
const free = (shards: Iterable<number>, ms: number) => new Map([...shards].map((shard) => [shard, ms] as const));

describe('The fair share of shards', () => {
  it('a replica alone takes everything at once', () => {
    expect(planShare({ members: 1, mine: new Set(), free: free(allShards, 0) }, new Set()).take).toHaveLength(64);
  });

  it('one of two takes its half at once and leaves the rest to the other', () => {
    const plan = planShare({ members: 2, mine: new Set(), free: free(allShards, 0) }, new Set());
    expect(plan.take).toHaveLength(32);
    expect(plan.giveUp).toEqual([]);
  });

  it('a shard that nobody took for a second is taken by anyone, over the share', () => {
    const mine = range(0, 32);
    expect(planShare({ members: 2, mine, free: free(range(32, 64), 999) }, new Set()).take).toEqual([]);
    expect(planShare({ members: 2, mine, free: free(range(32, 64), 1_000) }, new Set()).take).toHaveLength(32);
  });

  it('what is too much is given up, but not the orphans just taken', () => {
    const view = { members: 2, mine: range(0, 64), free: new Map<number, number>() };
    expect(planShare(view, new Set()).giveUp).toHaveLength(32);
    expect(planShare(view, range(0, 40)).giveUp).toEqual([...range(40, 64)]);
  });

  it('three replicas never leave a shard over', () => {
    expect(planShare({ members: 3, mine: range(0, 22), free: new Map() }, new Set()).giveUp).toEqual([]);
    expect(planShare({ members: 3, mine: range(0, 24), free: new Map() }, new Set()).giveUp).toHaveLength(2);
  });
});
