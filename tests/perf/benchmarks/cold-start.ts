import { setTimeout as pause } from 'node:timers/promises';
import { type Layout, withLayout } from '../../load/layout.js';
import { timesOf } from '../../load/percentiles.js';
import { LoadSession } from '../../load/session.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { interleavedMedians } from '../interleaved-runs.js';
import { waitUntil } from '../wait-until.js';

const TURNS = 3;
/** Rounds around the hundredth: one alone is a few hundred buzzes. */
const AROUND = 5;
/** Between the last player who joins and the first buzz a moderator reads a question, and a song begins. */
const READING_MS = 3_000;

type Shape = Readonly<Record<'games' | 'players' | 'rate' | 'rounds', number>>;

const buzzesPerRound = ({ games, players }: Shape) => games * Math.floor((players * 2) / 3);

/** On another server: the time of a buzz includes this program, which also compiles what it runs often. */
async function warmUpGenerator(shape: Shape): Promise<void> {
  const seconds = ((shape.rounds / 2) * buzzesPerRound(shape)) / shape.rate;
  await withLayout({}, async ({ urls }) => {
    const session = new LoadSession(urls, { ...shape, seconds, warmUp: 0 });
    try {
      await session.open();
      session.play();
      await pause(seconds * 1_000);
      await session.finish();
    } finally {
      session.close();
    }
  });
}

/** Times of a buzz in the first round on a server that has just started, and in the last rounds, with the CPU of each. */
async function play({ urls, parts }: Layout, shape: Shape) {
  const { games, players, rate, rounds } = shape;
  const perRound = buzzesPerRound(shape);
  const until = (rounds + AROUND) * perRound;
  const session = new LoadSession(urls, { games, players, rate, seconds: until / rate, warmUp: 0 });
  const { tally } = session;
  const after = async (buzzes: number) => {
    await waitUntil(`${buzzes} buzzes`, () => tally.latencies.length >= buzzes, { withinMs: 120_000, everyMs: 1 });
    return { buzzes: tally.latencies.length, cpuMs: await cpuMsOf(parts) };
  };
  const between = (from: Awaited<ReturnType<typeof after>>, to: typeof from) => ({
    ...timesOf(tally.latencies.slice(from.buzzes, to.buzzes)),
    cpuMs: (to.cpuMs - from.cpuMs) / (to.buzzes - from.buzzes),
  });
  try {
    await session.open();
    tally.measureFrom = 0;
    await pause(READING_MS);
    const start = await after(0);
    session.play();
    const first = await after(perRound);
    const before = await after((rounds - AROUND) * perRound);
    const last = await after(until);
    await session.finish();
    if (tally.unseen > 0 || tally.stuck.length > 0) throw new Error(`not played correctly: ${tally.stuck[0]}`);
    const [early, late] = [between(start, first), between(before, last)];
    return {
      p50Ratio: early.p50 / late.p50,
      ...{ firstP50Ms: early.p50, firstP99Ms: early.p99, firstCpuMs: early.cpuMs },
      ...{ lateP50Ms: late.p50, lateP99Ms: late.p99, lateCpuMs: late.cpuMs },
    };
  } finally {
    session.close();
  }
}

export const benchmark = withOptions({
  what: 'what a buzz takes in the first round of 25 games on a server that has just started, and in the hundredth',
  options: { games: 25, players: 20, rate: 1_000, rounds: 100 },
  async run(shape) {
    await warmUpGenerator(shape);
    const { rounds } = await interleavedMedians(TURNS, {
      rounds: () => withLayout({}, (layout) => play(layout, shape)),
    });
    const { p50Ratio, ...figures } = rounds;
    return {
      ratio: p50Ratio,
      target: 1.3,
      reference: 'the median of the rounds around the hundredth on the same server',
      figures,
    };
  },
});
