import { describe, expect, it } from '@jest/globals';
import { Broadcast } from './broadcast.js';
import { Scheduler } from './scheduler.js';

const members = (count: number) => new Set(Array.from({ length: count }, (_, i) => i));
const finished = (broadcast: Broadcast<number>) => new Promise<void>((resolve) => broadcast.whenDone(resolve));
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a broadcast to a room', () => {
  it('visits every member once for events of one turn', async () => {
    const visited: number[] = [];
    const broadcast = new Broadcast(members(3), (member) => visited.push(member), new Scheduler());
    broadcast.start();
    broadcast.start();
    await finished(broadcast);
    expect(visited).toEqual([0, 1, 2]);
  });

  it('yields after each 128 sockets', async () => {
    const visited: number[] = [];
    const broadcast = new Broadcast(members(300), (member) => visited.push(member), new Scheduler());
    broadcast.start();
    const seen: number[] = [];
    for (let i = 0; i < 3; i++) {
      await turn();
      seen.push(visited.length);
    }
    expect(seen).toEqual([128, 256, 300]);
    await finished(broadcast);
  });

  it('yields sooner on a queue with smaller slices, such as presence', async () => {
    const visited: number[] = [];
    const broadcast = new Broadcast(members(70), (member) => visited.push(member), new Scheduler(32));
    broadcast.start();
    await turn();
    expect(visited).toHaveLength(32);
    await finished(broadcast);
    expect(visited).toHaveLength(70);
  });

  it('makes one more pass for everything requested meanwhile', async () => {
    const visits = new Map<number, number>();
    let more = 3;
    const broadcast: Broadcast<number> = new Broadcast(
      members(600),
      (member) => {
        visits.set(member, (visits.get(member) ?? 0) + 1);
        if (more > 0 && member === 10) {
          more--;
          broadcast.start();
          broadcast.start();
        }
      },
      new Scheduler(),
    );
    broadcast.start();
    await finished(broadcast);
    expect([...visits.values()].every((count) => count === 4)).toBe(true);
  });

  it('completes at once when nothing is in progress', () => {
    let done = false;
    new Broadcast(members(1), () => undefined, new Scheduler()).whenDone(() => (done = true));
    expect(done).toBe(true);
  });
});

describe('broadcasts of several rooms', () => {
  it('share the process: many small rooms take no longer turn than one large one', async () => {
    const visited: string[] = [];
    const turns = new Scheduler();
    const rounds = ['a', 'b', 'c', 'd'].map((room) => new Broadcast(members(40), () => visited.push(room), turns));
    for (const broadcast of rounds) broadcast.start();
    await turn();
    expect(visited).toHaveLength(128);
    await Promise.all(rounds.map(finished));
    expect(visited).toHaveLength(160);
  });

  it('let a small room go before the rest of a large one', async () => {
    const visited: string[] = [];
    const turns = new Scheduler();
    const large = new Broadcast(members(2_000), () => visited.push('large'), turns);
    const small = new Broadcast(members(5), () => visited.push('small'), turns);
    large.start();
    small.start();
    await finished(small);
    expect(visited.filter((room) => room === 'large').length).toBeLessThan(256);
    await finished(large);
    expect(visited).toHaveLength(2_005);
  });

  it('each complete once, however their starts and slices are interleaved', async () => {
    const turns = new Scheduler();
    const counts = [0, 0, 0];
    const rounds = counts.map((_, i) => new Broadcast(members(30 * (i + 1)), () => void counts[i]!++, turns));
    for (const broadcast of rounds) {
      broadcast.start();
      await turn();
    }
    await Promise.all(rounds.map(finished));
    expect(counts).toEqual([30, 60, 90]);
  });
});
