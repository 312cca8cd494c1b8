import { createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReplicaCapacity } from './replica-capacity.js';

const MIB = 1024 * 1024;

/** Replicas with free memory of so many bytes each, which have reported it to one another. */
const replicas = (...bytes: number[]) => replicasWith(SHARDS, ...bytes);

async function replicasWith(shards: ReadonlyMap<number, number>, ...bytes: number[]) {
  const hub = createInProcessHub(createLog('game', { level: 'silent' }));
  let now = 0;
  const own = [...bytes];
  const all = own.map((_, n) => {
    const bus = hub.connect();
    const capacity = new ReplicaCapacity({ ticks: () => now }, { freeBytes: own[n] ?? 0, bytesByShard: () => shards });
    capacity.listen(bus);
    return { bus, capacity };
  });
  const report = async () => {
    for (const { bus, capacity } of all) capacity.report(bus);
    for (const { bus } of all) await bus.flush();
  };
  await report();
  await eventually(() =>
    expect(all.every(({ capacity }) => all.length === 1 || capacity.elsewhere !== undefined)).toBe(true),
  );
  return { capacities: all.map(({ capacity }) => capacity), pass: (ms: number) => void (now += ms) };
}
const SHARDS = new Map([
  [1, 5 * MIB],
  [2, 40 * MIB],
  [3, 20 * MIB],
]);

describe('a replica whose memory is full', () => {
  it('hands over the largest shard that fits into another replica', async () => {
    const { capacities } = await replicas(0, 30 * MIB, 10 * MIB);
    expect(capacities[0]?.shardToHandOver()).toBe(3);
    expect(capacities[1]?.shardToHandOver()).toBeUndefined();
  });

  it('hands over the largest shard that fits, in whatever order the shards are listed', async () => {
    const size = fc.integer({ min: 0, max: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(size), fc.integer({ min: 1, max: 20 }), async (sizes, free) => {
        const { capacities } = await replicasWith(new Map(sizes.entries()), 0, free);
        const largest = Math.max(0, ...sizes.filter((bytes) => bytes <= free));
        const expected = largest === 0 ? undefined : sizes.indexOf(largest);
        expect(capacities[0]?.shardToHandOver()).toBe(expected);
      }),
    );
  });

  it('hands nothing over when the others are full, have not reported, or are gone', async () => {
    const { capacities, pass } = await replicas(0, 0);
    expect(capacities[0]?.shardToHandOver()).toBeUndefined();
    expect(capacities[0]?.mayHandOver).toBe(false);
    const { capacities: alone } = await replicas(0);
    expect(alone[0]?.shardToHandOver()).toBeUndefined();
    expect(alone[0]?.mayHandOver).toBe(true);
    const other = await replicas(0, 30 * MIB);
    other.pass(3_001);
    expect(other.capacities[0]?.shardToHandOver()).toBeUndefined();
    pass(3_001);
    expect(capacities[0]?.mayHandOver).toBe(true);
  });

  it('leaves free shards to replicas with free memory for five seconds', async () => {
    const { capacities } = await replicas(0, 30 * MIB);
    expect([capacities[0]?.mayTake(4_999), capacities[0]?.mayTake(5_000), capacities[1]?.mayTake(0)]).toEqual([
      false,
      true,
      true,
    ]);
    const { capacities: full } = await replicas(0, 0);
    expect(full[0]?.mayTake(0)).toBe(true);
  });
});
