import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GameId, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { followed } from '../testing/followed.js';
import { memoryInUse } from '../testing/memory-in-use.js';
import { frameOf, RawLine } from '../testing/raw-line.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const PLAYERS = 20;
const ATTACKERS = 16;
const FOR_MS = 6_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await runGateway({ HELLO_WITHIN_MS: '300' });
});
afterAll(() => gateway.close());

/** Each is said on a line of its own, which is let go of soon, closed or not. */
function attacks(hello: Buffer): Buffer[] {
  const many = (count: number, frame: Buffer) => Buffer.concat(Array.from({ length: count }, () => frame));
  const deep = `{"type":"ping","t":1,"version":1,"x":${'['.repeat(4_000)}${']'.repeat(4_000)}}`;
  return [
    frameOf({ payload: 'x'.repeat(8_192) }),
    frameOf({ saysLength: 2 ** 40, payload: 'x'.repeat(60_000) }),
    frameOf({ payload: deep }),
    frameOf({ payload: `{${'"a":1,'.repeat(1_100)}"b":1}` }),
    frameOf({ first: 0x01, payload: '{' }),
    frameOf({ first: 0xf1, payload: '{}' }),
    frameOf({ payload: Buffer.from([0xff, 0xfe]) }),
    Buffer.concat([frameOf({ first: 0x01, payload: '{' }), many(500, frameOf({ first: 0x00, payload: ' ' }))]),
    many(500, frameOf({ first: 0x89, payload: 'x'.repeat(125) })),
    Buffer.concat([hello, many(500, frameOf({ payload: '{"type":"ping","t":1,"version":1}' }))]),
    Buffer.concat([hello, hello]),
    frameOf({ payload: hello.subarray(0, 300) }),
    Buffer.alloc(20_000, 'GET / HTTP/1.1\r\n'),
  ];
}

describe('a room of 20, while everything that is bad is sent to its gateway without a pause', () => {
  it('notices nothing: events come in time and in order, memory stays flat, the process keeps breathing', async () => {
    const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    const token = await gateway.token('eve');
    const hello = frameOf({
      payload: JSON.stringify({
        ...{ type: 'hello', protocol: PROTOCOL_VERSION, rules: RULES, as: 'player', gameId: GAME, token },
      }),
    });
    const room = await Promise.all(
      Array.from({ length: PLAYERS }, async (_, i) =>
        RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token(`player-${i}`) }),
      ),
    );
    const bad = attacks(hello);
    let attacked = 0;
    let isOver = false;
    const attack = async () => {
      while (!isOver) {
        const line = await RawLine.open(gateway.port);
        line.write(bad[attacked++ % bad.length] as Buffer);
        await pause(30);
        line.end();
      }
    };
    // What the first attacks make the process load and compile is not what they cost.
    const attackers = Array.from({ length: ATTACKERS }, attack);
    await pause(1_000);
    const before = memoryInUse();
    const breath = monitorEventLoopDelay({ resolution: 5 });
    breath.enable();
    const times: number[] = [];
    const until = performance.now() + FOR_MS;
    while (performance.now() < until) {
      const at = performance.now();
      const version = owner.happens();
      for (const each of room) await each.until(() => each.versions.at(-1) === version);
      times.push(performance.now() - at);
      await pause(10);
    }
    breath.disable();
    isOver = true;
    await Promise.all(attackers);
    await pause(500);

    times.sort((a, b) => a - b);
    expect(attacked).toBeGreaterThan(500);
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(150);
    expect(breath.percentile(99) / 1e6).toBeLessThan(100);
    // Buffers are swept by another thread, some time after the collection.
    await eventually(() => {
      const after = memoryInUse();
      expect(after.heap - before.heap).toBeLessThan(8 * 1024 * 1024);
      expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(4 * 1024 * 1024);
    }, 10_000);
    for (const each of room) {
      expect(each.closedWith).toBeNull();
      expect(followed(each)).toHaveLength(owner.version);
    }
    // Everybody who attacked is gone.
    expect(await gateway.metrics()).toMatch(new RegExp(`^gateway_sockets(\\{.*\\})? ${PLAYERS}$`, 'm'));
    for (const each of room) each.close();
  }, 40_000);
});
