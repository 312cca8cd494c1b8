import { BUZZ_HOLD_MS } from '@earworm/rules';
import type { LoadOptions } from '../../load/options.js';
import { measureLoad } from '../../load/run-load.js';
import { type Benchmark, withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

/** Below what two cores carry with the program that plays, so that times are not those of a full machine. */
const OPTIONS = { turns: 3, games: 50, rate: 400 };
const SHAPE = { players: 20, seconds: 12, warmUp: 15 };
/** What `corrected` may need of what arrival needs. */
const MOST = 1.3;

type Figure = 'p50Ms' | 'p99Ms' | 'cpuMsPerBuzz' | 'serverCores';

/** Everything counts but the load generator. */
async function measured(load: Pick<LoadOptions, 'games' | 'rate' | 'corrected'>): Promise<Record<Figure, number>> {
  const { p50, p99, cpuMsPerBuzz, cores } = await measureLoad({ ...SHAPE, ...load });
  return { p50Ms: p50, p99Ms: p99, cpuMsPerBuzz: cpuMsPerBuzz ?? NaN, serverCores: cores?.['server'] ?? NaN };
}

const cost: Benchmark<keyof typeof OPTIONS> = {
  what: 'what a corrected order costs: 99 % of buzzes on all screens, and CPU of a buzz, against order of arrival in turns',
  options: OPTIONS,
  async run({ turns, ...load }) {
    const { arrival, corrected } = await interleavedMedians(turns, {
      arrival: () => measured(load),
      corrected: () => measured({ ...load, corrected: true }),
    });
    const p99 = corrected.p99Ms / (BUZZ_HOLD_MS.usual + MOST * arrival.p99Ms);
    const cpu = corrected.cpuMsPerBuzz / arrival.cpuMsPerBuzz;
    return {
      ratio: Math.max(p99, cpu / MOST),
      target: 1,
      reference: `the hold and ${MOST} times the p99 of arrival; ${MOST} times the CPU of arrival`,
      figures: { ...bySide({ arrival, corrected }), p99OfAllowed: p99, cpuRatio: cpu },
    };
  },
};
export const benchmark = withOptions(cost);
