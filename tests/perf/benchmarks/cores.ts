import { measureLoad } from '../../load/run-load.js';
import type { Benchmark } from '../benchmark.js';

const GATEWAYS = [1, 2, 4];
/** Below what two cores carry with the program that plays: CPU time of a full machine is not that of a buzz. */
const SHAPES = {
  'games of 20': { games: 100, players: 20, rate: 400 },
  'games of 200': { games: 5, players: 200, rate: 60 },
};
const WARM_UP_SECONDS = 12;
const SECONDS = 12;

/** CPU of one buzz, ms, and how many of them fill the busiest process. */
async function measure(shape: (typeof SHAPES)[keyof typeof SHAPES], gateways: number) {
  const times = { warmUp: WARM_UP_SECONDS, seconds: SECONDS };
  const { accepted, cores, p50 } = await measureLoad({ ...shape, ...times, cores: gateways });
  const perBuzz = (used = 0) => (used * SECONDS * 1_000) / accepted;
  const [serverMs, gatewayMs] = [perBuzz(cores?.['server']), perBuzz(cores?.['gateways']) / gateways];
  return {
    serverMs,
    gatewayMs,
    postgresMs: perBuzz(cores?.['postgres']),
    p50,
    perSecond: 1_000 / Math.max(serverMs, gatewayMs),
  };
}

/** Buzzes a second are computed from CPU time: two cores cannot show what eight would do. */
export const benchmark: Benchmark = {
  what: 'CPU of a buzz in the game process and in each gateway with `--cores` 1, 2 and 4',
  async run() {
    const figures: Record<string, number> = {};
    let worst = 0;
    for (const [name, shape] of Object.entries(SHAPES)) {
      const runs = [];
      for (const gateways of GATEWAYS) {
        const run = await measure(shape, gateways);
        for (const [figure, value] of Object.entries(run)) figures[`${name}, ${gateways}: ${figure}`] = value;
        runs.push(run.perSecond);
      }
      const [one = NaN, , four = NaN] = runs;
      worst = Math.max(worst, one / four);
    }
    return { ratio: worst, target: 0.6, reference: 'the busiest process with `--cores` 1, against 4', figures };
  },
};
