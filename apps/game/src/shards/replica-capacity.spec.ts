import { createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { Room } from './replica-capacity.js';

const MIB = 1024 * 1024;

/** Replicas with so much room each, which have reported it to one another. */
async function replicas(...bytes: number[]) {
  const hub = createInProcessHub(createLog('game', { level: 'silent' }));
  let now = 0;
  const own = [...bytes];
  const all = own.map((_, n) => {
    const bus = hub.connect();
    const room = new Room({ ticks: () => now }, () => ({ bytes: own[n] ?? 0 }));
    room.listen(bus);
    return { bus, room };
  });
  const report = async () => {
    for (const { bus, room } of all) room.report(bus);
    for (const { bus } of all) await bus.flush();
  };
  await report();
  await eventually(() => expect(all.every(({ room }) => all.length === 1 || room.elsewhere !== undefined)).toBe(true));
  return { rooms: all.map(({ room }) => room), pass: (ms: number) => void (now += ms) };
}
const SHARDS = new Map([
  [1, 5 * MIB],
  [2, 40 * MIB],
  [3, 20 * MIB],
]);

describe('a replica whose memory is full', () => {
  it('hands the largest shard over that fits into another replica', async () => {
    const { rooms } = await replicas(0, 30 * MIB, 10 * MIB);
    expect(rooms[0]?.toHandOver(SHARDS)).toBe(3);
    expect(rooms[1]?.toHandOver(SHARDS)).toBeUndefined();
  });

  it('hands nothing over when the others are full too, have not reported, or are gone', async () => {
    const { rooms, pass } = await replicas(0, 0);
    expect(rooms[0]?.toHandOver(SHARDS)).toBeUndefined();
    expect(rooms[0]?.mayHandOver).toBe(false);
    const { rooms: alone } = await replicas(0);
    expect(alone[0]?.toHandOver(SHARDS)).toBeUndefined();
    expect(alone[0]?.mayHandOver).toBe(true);
    const other = await replicas(0, 30 * MIB);
    other.pass(3_001);
    expect(other.rooms[0]?.toHandOver(SHARDS)).toBeUndefined();
    pass(3_001);
    expect(rooms[0]?.mayHandOver).toBe(true);
  });

  it('leaves free shards to replicas with room, for five seconds', async () => {
    const { rooms } = await replicas(0, 30 * MIB);
    expect([rooms[0]?.mayTake(4_999), rooms[0]?.mayTake(5_000), rooms[1]?.mayTake(0)]).toEqual([false, true, true]);
    const { rooms: full } = await replicas(0, 0);
    expect(full[0]?.mayTake(0)).toBe(true);
  });
});
