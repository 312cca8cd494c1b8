import { gzipSync } from 'node:zlib';
import { Guard } from '../../harness/guard.js';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { BackgroundGames } from '../../load/background-games.js';
import { takeOwnCores } from '../../load/cpu-affinity.js';
import { phoneAt } from '../../load/phones.js';
import { flood, type FloodRequest } from '../../load/request-flood.js';
import { withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

const GAMES = 5;
/** Buzzes a second over all games. */
const RATE = 50;
/** Allowed: this many times the calm figure, or this many ms more. */
const PACES = {
  /** Without waiting for answers. */
  open: { perSecond: 500, connections: 0, times: 1.2, ms: 2 },
  /** Each connection sends again as soon as it is answered. */
  closed: { perSecond: null, connections: 200, times: 2, ms: 0 },
} as const;

/** The space after `{` keeps any short cut from comparing it with what JSON.stringify writes. */
const distinct = (count: number): Buffer =>
  Buffer.from(`{ ${Array.from({ length: count }, (_, i) => `"${i.toString(36).padStart(6, '0')}":1`).join()}}`);
const repeated = Buffer.from(`{ "x":[${Array(31_000).fill('{"a":1}').join()}]}`);
/** The most keys that are parsed, for the schema to refuse. */
const longest = Buffer.from(`{ "x":[${Array(19).fill(distinct(999)).join()}]}`);
const errors = Buffer.from(`{"errors":[${Array(5_000).fill('{}').join()}]}`);

/** The requests of one address; a template is saved by a guest who signed in there. */
const ATTACKS = {
  errors: (_url: string, address: string): Promise<FloodRequest[]> => {
    const request = { path: '/api/telemetry/errors', headers: { 'x-forwarded-for': address } };
    const gzipped = { ...request.headers, 'content-encoding': 'gzip' };
    return Promise.resolve([
      { ...request, headers: gzipped, body: gzipSync(repeated) },
      ...[distinct(1_489), errors, repeated].map((body) => ({ ...request, body })),
    ]);
  },
  save: async (url: string, address: string): Promise<FloodRequest[]> => {
    const { token } = await phoneAt(url, address);
    const headers = { 'x-forwarded-for': address, authorization: `Bearer ${await token()}` };
    return [distinct(1_489), repeated, longest].map((body) => ({
      ...{ path: '/api/templates/attacked-template/save', headers, body },
    }));
  },
};

export const benchmark = withOptions({
  what: 'a buzz while one address sends hostile bodies, 500 a second and on 200 connections; 25 minutes',
  /** Seconds of calm and of attack in each turn. */
  options: { seconds: 60, turns: 3 },
  async run({ seconds, turns }) {
    const dataDir = await temporaryFolder('hostile-bodies');
    const guard = new Guard(dataDir);
    const { CEILING_REQUESTS: _bodies, LIMIT_REQUESTS: _ofUser, ...raised } = RAISED_LIMITS;
    const server = await startProduct({ dataDir, env: { ...raised, TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' } });
    let addresses = 0;
    const turn = async (
      requestsOf: (typeof ATTACKS)[keyof typeof ATTACKS],
      pace: (typeof PACES)[keyof typeof PACES],
    ) => {
      const background = await BackgroundGames.start([server.url], GAMES, RATE, 2 * seconds + 60);
      const calm = await background.calm(seconds * 1_000);
      // A new address: one that was refused before is refused at once.
      const requests = await requestsOf(server.url, `203.0.113.${++addresses}`);
      const { perSecond, connections } = pace;
      const { result: answers, times } = await background.during(() =>
        flood({ url: server.url, requests, perSecond, connections, forMs: seconds * 1_000 }),
      );
      await background.finish();
      const allowedMs = Math.max(pace.times * calm.p99, calm.p99 + pace.ms);
      return { calmP99Ms: calm.p99, p99Ms: times.p99, allowedMs, answers: answers.length };
    };
    try {
      await takeOwnCores(server.pid);
      const sides = await interleavedMedians(
        turns,
        Object.fromEntries(
          Object.entries(ATTACKS).flatMap(([attack, requestsOf]) =>
            Object.entries(PACES).map(([shape, pace]) => [`${attack}-${shape}`, () => turn(requestsOf, pace)]),
          ),
        ),
      );
      if (server.output.includes('lease lost')) throw new Error('a lease was lost');
      return {
        ratio: Math.max(...Object.values(sides).map(({ p99Ms, allowedMs }) => p99Ms / allowedMs)),
        target: 1,
        reference: 'what is allowed: 1.2 × calm or 2 ms more at 500 a second, 2 × on 200 connections',
        figures: bySide(sides),
      };
    } finally {
      await server.stop();
      await guard.cleanUp();
    }
  },
});
