import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { GameId } from '@earworm/contracts';
import { eventually, memoryInUse } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { followed, newest } from '../testing/received.js';
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
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { ringBytes: 256 * 1024, stalledAfterMs: 500 } });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.socket.terminate();
});
afterAll(() => gateway.close());

describe('a stalled reader', () => {
  it('loses its socket and costs no more memory than the ring, while the other 19 of its game get every event', async () => {
    const owner = newGame();
    const room = await Promise.all(Array.from({ length: 20 }, (_, i) => join(owner, `player-${i}`)));
    const [slow, ...others] = room as [RawSocket, ...RawSocket[]];
    /** One event each, until all others have it. */
    const rounds = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const version = owner.happens(1, { padding: 30_000 });
        for (const each of others) await each.until(() => newest(each) === version);
      }
    };
    await rounds(20);
    const tooSlow = await closings(gateway, 'too-slow');
    const before = memoryInUse().arrayBuffers;
    slow.socket.pause();
    // More than the kernel buffers for a reader, until it is closed.
    while ((await closings(gateway, 'too-slow')) === tooSlow) {
      await rounds(50);
      // The ring and one write at most. Collected buffers are freed by another thread a little later.
      await eventually(() => expect(memoryInUse().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024));
    }
    expect(await closings(gateway, 'too-slow')).toBe(tooSlow + 1);
    for (const each of others) expect(followed(each)).toEqual(range(1, owner.version));
    for (const each of others) expect(each.closedWith).toBeNull();
  });
});
