import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GameId, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { atBest, eventually } from '@earworm/service-kit/testing';
import { followed, newest } from '../testing/followed.js';
import { memoryInUse } from '../testing/memory-in-use.js';
import { frameOf, RawLine } from '../testing/raw-line.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const PLAYERS = 20;
const ATTACKERS = 16;
/** Calm and attacked in turns: what else the machine does for a second falls upon either. */
const TURNS = 5;
const TURN_MS = 1_000;
/** Where next to nothing is to do, a few ms are a multiple. */
const BY_CHANCE_MS = 5;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const middle = (figures: readonly number[]) =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;

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
    /** Events without a pause for so long: what nearly all of them take to be with everybody, and the process to breathe; ms. */
    const play = async (forMs: number) => {
      const breath = monitorEventLoopDelay({ resolution: 5 });
      breath.enable();
      const times: number[] = [];
      const until = performance.now() + forMs;
      while (performance.now() < until) {
        const at = performance.now();
        const version = owner.happens();
        for (const each of room) await each.until(() => newest(each) === version);
        times.push(performance.now() - at);
        await pause(10);
      }
      breath.disable();
      times.sort((a, b) => a - b);
      return { p95: times[Math.floor(times.length * 0.95)] ?? Infinity, breath: breath.percentile(99) / 1e6 };
    };
    let lines = 0;
    /** The same while others come and go, and each says one of these on a line of its own. */
    const playBeside = async (said: readonly Buffer[]) => {
      for (const each of room) each.say({ type: 'ping', t: 1, version: 1 });
      let isOver = false;
      const come = async () => {
        while (!isOver) {
          const line = await RawLine.open(gateway.port);
          line.write(said[lines++ % said.length] as Buffer);
          await pause(30);
          line.end();
        }
      };
      const others = Array.from({ length: ATTACKERS }, come);
      try {
        // What the first of them make the process load and compile is not what they cost.
        await play(400);
        const memory = memoryInUse();
        const before = lines;
        const figures = await play(TURN_MS);
        return { ...figures, memory, lines: lines - before };
      } finally {
        isOver = true;
        await Promise.all(others);
        await pause(200);
      }
    };

    let first: Awaited<ReturnType<typeof playBeside>> | undefined;
    const inTurns = async () => {
      const calm: Awaited<ReturnType<typeof playBeside>>[] = [];
      const attacked: typeof calm = [];
      for (let turn = 0; turn < TURNS; turn++) {
        calm.push(await playBeside([hello]));
        attacked.push(await playBeside(attacks(hello)));
      }
      first ??= attacked[0];
      return { calm, attacked };
    };
    // Held against as many who come with nothing but a hello: how busy the machine is besides, and what it costs to open a
    // line from within the same process, is not what this is about.
    await atBest(inTurns, ({ calm, attacked }) => {
      process.stderr.write(`${JSON.stringify({ calm, attacked })}\n`);
      expect(Math.min(...attacked.map(({ lines }) => lines))).toBeGreaterThan(60);
      for (const what of ['p95', 'breath'] as const) {
        const beside = middle(calm.map((turn) => turn[what]));
        expect(middle(attacked.map((turn) => turn[what]))).toBeLessThan(2 * beside + BY_CHANCE_MS);
      }
    });
    // Buffers are swept by another thread, some time after the collection.
    await eventually(() => {
      const { heap, arrayBuffers } = memoryInUse();
      expect(heap - (first?.memory.heap ?? 0)).toBeLessThan(8 * 1024 * 1024);
      expect(arrayBuffers - (first?.memory.arrayBuffers ?? 0)).toBeLessThan(4 * 1024 * 1024);
    }, 10_000);
    for (const each of room) {
      expect(each.closedWith).toBeNull();
      expect(followed(each)).toHaveLength(owner.version);
    }
    // Everybody who attacked is gone.
    expect(await gateway.metrics()).toMatch(new RegExp(`^gateway_sockets(\\{.*\\})? ${PLAYERS}$`, 'm'));
    for (const each of room) each.close();
  }, 150_000);
});
