import { PATHS } from '@earworm/contracts';
import { Guard } from '../../harness/guard.js';
import { type Product, startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { BackgroundGames } from '../../load/background-games.js';
import { takeOwnCores } from '../../load/cpu-affinity.js';
import { percentile } from '../../load/percentiles.js';
import { phoneAt } from '../../load/phones.js';
import { flood, type FloodRequest, REQUEST_ID } from '../../load/request-flood.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';

const GAMES = 5;
/** Buzzes a second over all games. */
const RATE = 50;
const ADDRESSES = 10;
const CONNECTIONS = 50;
/** How much slower other games may become. */
const TIMES = 3;

/** A quiz of just under 256 KB. */
const CATEGORIES = Array.from({ length: 15 }, (_, c) => ({
  categoryId: `c${c}`,
  name: `C${c}`,
  questions: Array.from({ length: 30 }, (__, q) => ({
    ...{ questionId: `q${c}-${q}`, points: 100, answer: 'y'.repeat(200) },
    ...{ youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', youtubeSongName: 'x'.repeat(200) },
  })),
}));
const BODY = Buffer.from(
  `{"requestId":"${REQUEST_ID}","moderatorName":"Mo","categories":${JSON.stringify(CATEGORIES)}}`,
);

/** What is refused before its content is read, and how. */
const ATTACKS = {
  creations: { code: 'busy', hasToken: true },
  'without a token': { code: 'sign-in-to-create', hasToken: false },
} as const;

async function requestsOf(url: string, hasToken: boolean): Promise<FloodRequest[]> {
  const addresses = Array.from({ length: ADDRESSES }, (_, n) => `198.51.100.${1 + n}`);
  return Promise.all(
    addresses.map(async (address) => {
      const { token } = await phoneAt(url, address);
      const authorization: Record<string, string> = hasToken ? { authorization: `Bearer ${await token()}` } : {};
      return { path: PATHS.createGame.path, headers: { 'x-forwarded-for': address, ...authorization }, body: BODY };
    }),
  );
}

/** What `pauses.ts` printed within a time. */
function pausesOf({ output }: Product, from: number, to: number) {
  const lines = [...output.matchAll(/^pauses (\d+) (\S+) (\d+) (\S+)$/gm)].map(([, ...all]) => all.map(Number));
  const within = lines.filter(([at = 0]) => at >= from && at <= to);
  const column = (n: number) => within.map((line) => line[n] ?? 0);
  const seconds = (to - from) / 1_000;
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  return {
    blockedMs: Math.max(0, ...column(1)),
    fullCollections: sum(column(2)),
    collectingMsPerSecond: sum(column(3)) / seconds,
  };
}

export const benchmark = withOptions({
  what: 'buzzes while games of 256 KB are refused `busy`, and long bodies without a token, on 50 connections; five minutes',
  /** Seconds of calm and of attack in each turn. */
  options: { seconds: 20, turns: 3 },
  async run({ seconds, turns }) {
    const dataDir = await temporaryFolder('refused-floods');
    const guard = new Guard(dataDir);
    const env = {
      ...RAISED_LIMITS,
      ...{ TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' },
      // Those that are played beside the attack: there is room for no other.
      GAME_GAMES_IN_MEMORY: `${GAMES}`,
      NODE_OPTIONS: `--import=${new URL('../../load/pauses.js', import.meta.url).href}`,
    };
    const server = await startProduct({ dataDir, env });
    const serverCpu = () => cpuMsOf([{ name: 'server', pid: server.pid, only: 'itself' }]);
    const turn = async (background: BackgroundGames, { code, hasToken }: (typeof ATTACKS)[keyof typeof ATTACKS]) => {
      const requests = await requestsOf(server.url, hasToken);
      const calmFrom = Date.now();
      const calmCpu = await serverCpu();
      const calm = await background.calm(seconds * 1_000);
      const [from, cpu] = [Date.now(), await serverCpu()];
      const { result: answers, times } = await background.during(() =>
        flood({ url: server.url, requests, perSecond: null, connections: CONNECTIONS, forMs: seconds * 1_000 }),
      );
      const attackCpu = (await serverCpu()) - cpu;
      const others = [...new Set(answers.map((answer) => answer.code))].filter((each) => each !== code);
      if (others.length > 0) throw new Error(`answered with ${others.join()} instead of ${code}`);
      return {
        calmP99Ms: calm.p99,
        p99Ms: times.p99,
        p99Ratio: times.p99 / calm.p99,
        answers: answers.length,
        cpuMsEach: (attackCpu - (cpu - calmCpu)) / answers.length,
        refusedP99Ms: percentile(
          answers.map(({ ms }) => ms),
          0.99,
        ),
        calmBlockedMs: pausesOf(server, calmFrom, from).blockedMs,
        ...pausesOf(server, from, Date.now()),
      };
    };
    try {
      await takeOwnCores(server.pid);
      const lastsS = turns * Object.keys(ATTACKS).length * 2 * (seconds + 5);
      const background = await BackgroundGames.start([server.url], GAMES, RATE, lastsS);
      const figures: Record<string, number> = {};
      let most = 0;
      for (let n = 0; n < turns; n++)
        for (const [name, attack] of Object.entries(ATTACKS)) {
          const found = await turn(background, attack);
          most = Math.max(most, found.p99Ratio);
          for (const [what, value] of Object.entries(found)) figures[`${name} ${n + 1}: ${what}`] = value;
        }
      await background.finish();
      const reference = `${TIMES} × calm, in each turn`;
      return { ratio: most / TIMES, target: 1, reference, figures };
    } finally {
      await server.stop();
      await guard.cleanUp();
    }
  },
});
