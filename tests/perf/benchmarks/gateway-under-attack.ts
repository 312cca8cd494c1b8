import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type GameId, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { frameOf, newest, RawConnection, RawSocket, runGateway, ScriptedOwner } from '@earworm/gateway/testing';
import { median, percentile } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';

const GAME = 'game-1' as GameId;
const PLAYERS = 20;
const ATTACKERS = 16;
/** Calm and attacked in turns: what else the machine does for a second falls upon either. */
const TURNS = 5;
const TURN_MS = 1_000;
/** Where next to nothing is to do, a few ms are a multiple. */
const BY_CHANCE_MS = 5;
/** Per turn; with fewer there was no attack. */
const LEAST_LINES = 60;

/** Each is sent on its own connection, which is abandoned soon, closed or not. */
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

export const benchmark: Benchmark = {
  what: 'events to a game of 20, and how long the event loop is held, while 16 others send hostile bytes without a pause',
  async run() {
    const gateway = await runGateway({}, { overrides: { helloWithinMs: 300 } });
    try {
      const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
      const token = await gateway.token('eve');
      const say = { type: 'hello', protocol: PROTOCOL_VERSION, rules: RULES, as: 'player', gameId: GAME, token };
      const hello = frameOf({ payload: JSON.stringify(say) });
      const game: RawSocket[] = [];
      for (let i = 0; i < PLAYERS; i++)
        game.push(await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token(`player-${i}`) }));
      /**
       * Events for so long: the time in which nearly all of them reach every client, and how long the loop was blocked,
       * ms.
       */
      const play = async (forMs: number) => {
        const loop = monitorEventLoopDelay({ resolution: 5 });
        loop.enable();
        const times: number[] = [];
        const until = performance.now() + forMs;
        while (performance.now() < until) {
          const startedAt = performance.now();
          const version = owner.happens();
          for (const each of game) await each.until(() => newest(each) === version);
          times.push(performance.now() - startedAt);
          await pause(10);
        }
        loop.disable();
        return { p95Ms: percentile(times, 0.95), heldMs: loop.percentile(99) / 1e6 };
      };
      let lines = 0;
      /** The same while others come and go, and each says one of these on a line of its own. */
      const playBeside = async (frames: readonly Buffer[]) => {
        for (const each of game) each.send({ type: 'ping', t: 1, version: 1 });
        let isOver = false;
        const come = async () => {
          while (!isOver) {
            const line = await RawConnection.open(gateway.port);
            line.write(frames[lines++ % frames.length] as Buffer);
            await pause(30);
            line.end();
          }
        };
        const others = Array.from({ length: ATTACKERS }, come);
        try {
          // What the first of them make the process load and compile is not what they cost.
          await play(400);
          const before = lines;
          const figures = await play(TURN_MS);
          return { ...figures, lines: lines - before };
        } finally {
          isOver = true;
          await Promise.all(others);
          await pause(200);
        }
      };
      const [calm, attacked]: Awaited<ReturnType<typeof playBeside>>[][] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        calm?.push(await playBeside([hello]));
        attacked?.push(await playBeside(attacks(hello)));
      }
      const of = (turns: typeof calm, what: 'p95Ms' | 'heldMs') => median((turns ?? []).map((turn) => turn[what]));
      if (Math.min(...(attacked ?? []).map((turn) => turn.lines)) < LEAST_LINES) throw new Error('too few attacks');
      const figures = {
        calmP95Ms: of(calm, 'p95Ms'),
        attackedP95Ms: of(attacked, 'p95Ms'),
        calmHeldMs: of(calm, 'heldMs'),
        attackedHeldMs: of(attacked, 'heldMs'),
      };
      const ratioOf = (much: number, little: number) => Math.max(0, much - BY_CHANCE_MS) / little;
      return {
        ratio: Math.max(
          ratioOf(figures.attackedP95Ms, figures.calmP95Ms),
          ratioOf(figures.attackedHeldMs, figures.calmHeldMs),
        ),
        target: 2,
        reference: 'as many who come with nothing but a hello',
        figures,
      };
    } finally {
      await gateway.close();
    }
  },
};
