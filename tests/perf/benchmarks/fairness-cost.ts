import { BUZZ_HOLD_MS } from '@earworm/rules';
import { measureLoad } from '../../load/run-load.js';
import { type Benchmark, withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

/** Below what two cores carry with the program that plays, so that times are not those of a full machine. */
const LOAD = { games: 50, players: 20, rate: 400, seconds: 12, warmUp: 15 };
/** What `corrected` may need of what arrival needs. */
const MOST = 1.3;

/** Everything counts but the load generator. */
async function measured(
  corrected: boolean,
): Promise<Record<'p50Ms' | 'p99Ms' | 'cpuMsPerBuzz' | 'serverCores', number>> {
  const { p50, p99, cpuMsPerBuzz, cores } = await measureLoad({ ...LOAD, corrected });
  return { p50Ms: p50, p99Ms: p99, cpuMsPerBuzz: cpuMsPerBuzz ?? NaN, serverCores: cores?.['server'] ?? NaN };
}

const cost: Benchmark<'turns'> = {
  what: `what a corrected order costs: 99 % of buzzes on all screens, and CPU of a buzz, against order of arrival in turns`,
  options: { turns: 3 },
  async run({ turns }) {
    const { arrival, corrected } = await interleavedMedians(turns, {
      arrival: () => measured(false),
      corrected: () => measured(true),
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
