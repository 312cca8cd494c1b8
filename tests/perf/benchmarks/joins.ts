import { takeOwnCores } from '../../load/cpu-affinity.js';
import { type Layout, withLayout } from '../../load/layout.js';
import { timesOf } from '../../load/percentiles.js';
import { LoadSession } from '../../load/session.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

const TURNS = 3;
/** Joins before the measured ones: code that has not run yet is slow. */
const FIRST = { games: 10, players: 40 };
/** The floor program verifies nothing, keeps no guests and knows no codes. */
const MOST_CPU = 3;

/** Guests arrive at this rate, whether or not those before them have their seat. */
async function join({ urls, parts }: Layout, games: number, players: number, joinsPerSecond: number) {
  const session = new LoadSession(urls, { games, players, joinsPerSecond, rate: 1, seconds: 1, warmUp: 0 });
  try {
    await session.create();
    const before = await cpuMsOf(parts);
    await session.seat();
    const used = (await cpuMsOf(parts)) - before;
    const refused = session.tally.turnedAway.length;
    if (refused > 0) throw new Error(`${refused} joins were refused`);
    const { p50, p99 } = timesOf(session.joinMs);
    return { p50Ms: p50, p99Ms: p99, cpuMsPerJoin: used / (games * players) };
  } finally {
    session.close();
  }
}

/** The generator has another core. */
export const benchmark = withOptions({
  what: '2,000 guests who sign in, connect and join 100 games, 400 a second; the server and its database share one core',
  options: { games: 100, players: 20, rate: 400 },
  async run({ games, players, rate }) {
    const measured = (layout: 'floor' | 'standalone') =>
      withLayout({ layout }, async (opened) => {
        for (const { pid } of opened.parts) await takeOwnCores(pid);
        await join(opened, FIRST.games, FIRST.players, rate);
        return join(opened, games, players, rate);
      });
    const sides = await interleavedMedians(TURNS, {
      floor: () => measured('floor'),
      product: () => measured('standalone'),
    });
    const ratio = sides.product.cpuMsPerJoin / sides.floor.cpuMsPerJoin;
    return { ratio, target: MOST_CPU, reference: 'the floor program', figures: bySide(sides) };
  },
});
