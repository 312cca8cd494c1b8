import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { GameId } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { followed, newest } from '../testing/followed.js';
import { memoryInUse } from '../testing/memory-in-use.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

let gateway: RunningGateway;
let games = 0;
const open: RawSocket[] = [];

/** Each title has its own game. */
const newGame = () => new ScriptedOwner(gateway.bus, `game-${++games}` as GameId, 'mo');
const join = async (owner: ScriptedOwner, userId: string) => {
  const token = await gateway.token(userId);
  const socket = await RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token });
  open.push(socket);
  return socket;
};
/** Bytes of frames in this process. What was collected is swept by another thread a little later. */
async function held(): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < 3; look++) {
    least = Math.min(least, memoryInUse().arrayBuffers);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return least;
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

beforeAll(async () => {
  gateway = await runGateway({ RING_BYTES: String(256 * 1024), STALLED_AFTER_MS: '2000' });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.socket.terminate();
});
afterAll(() => gateway.close());

describe('a reader that stalls', () => {
  it('in a room of 20 is not noticed by the other 19, and what is held for it stays flat', async () => {
    const owner = newGame();
    const room = await Promise.all(Array.from({ length: 20 }, (_, i) => join(owner, `player-${i}`)));
    const [slow, ...others] = room as [RawSocket, ...RawSocket[]];
    /** Rounds of one event each: how long each takes until the others have it, in ms, the longest last. */
    const rounds = async (count: number) => {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const at = performance.now();
        const version = owner.happens(1, { padding: 30_000 });
        for (const each of others) await each.until(() => newest(each) === version);
        times.push(performance.now() - at);
      }
      return times.sort((a, b) => a - b);
    };
    const nearlyAll = (times: readonly number[]) => times[Math.floor(times.length * 0.95)] ?? Infinity;
    await rounds(50);
    const before = nearlyAll(await rounds(100));
    const tooSlow = await closings(gateway, 'too-slow');
    const heldBefore = await held();
    slow.socket.pause();
    const breath = monitorEventLoopDelay({ resolution: 5 });
    breath.enable();
    // More than the kernel holds for a reader that takes nothing.
    const meanwhile: number[] = [];
    const heldMeanwhile: number[] = [];
    while (meanwhile.length < 500) {
      meanwhile.push(...(await rounds(100)));
      heldMeanwhile.push(await held());
    }
    meanwhile.sort((a, b) => a - b);
    breath.disable();
    await eventually(async () => expect(await closings(gateway, 'too-slow')).toBe(tooSlow + 1), 10_000);
    // Held against calm on both sides of it: how busy the machine is besides is not what this is about.
    const calm = Math.max(before, nearlyAll(await rounds(100)));
    expect(nearlyAll(meanwhile)).toBeLessThan(2 * calm + 5);
    // Who had to wait for the slow one once would wait the two seconds until it is closed.
    expect((meanwhile.at(-1) ?? Infinity) - breath.max / 1e6).toBeLessThan(1_000);
    // The ring and one write at most, however much was meant for the slow one.
    expect(Math.max(...heldMeanwhile) - heldBefore).toBeLessThan(2 * 1024 * 1024);
    for (const each of others) expect(followed(each)).toEqual(range(1, owner.version));
    for (const each of others) expect(each.closedWith).toBeNull();
  }, 60_000);

  it('holds up nobody, is closed, and costs no more than the ring', async () => {
    const owner = newGame();
    const [ann, slow] = [await join(owner, 'ann'), await join(owner, 'slow')];
    slow.socket.pause();
    const tooSlow = await closings(gateway, 'too-slow');
    const before = memoryInUse().arrayBuffers;
    const total = 3_000;
    for (let i = 0; i < total; i++) {
      owner.happens(1, { padding: 4_000 });
      // As quick as a reader on the same two cores can follow.
      if (i % 10 === 0) await ann.until(() => newest(ann) >= owner.version - 10);
    }
    await ann.until(() => ann.versions.at(-1) === total + 1, 10_000);
    expect(ann.of('snapshot')).toHaveLength(1);
    // Swept by another thread, so some time after the collection.
    await eventually(() => expect(memoryInUse().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024), 10_000);
    await eventually(async () => expect(await closings(gateway, 'too-slow')).toBeGreaterThan(tooSlow), 10_000);
  }, 20_000);
});
