import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';

const GATEWAYS = [1, 2, 4];
/** Below what two cores carry with the program that plays: CPU time of a full machine is not that of a buzz. */
const SHAPES = {
  'games of 20': { games: 100, players: 20, rate: 400 },
  'games of 200': { games: 5, players: 200, rate: 60 },
};
const WARM_UP = '12';
const SECONDS = '12';

interface Run {
  readonly accepted: number;
  readonly p50: number;
  /** Cores used, by part. */
  readonly cores: { readonly server: number; readonly gateways?: number; readonly postgres: number };
}

/** CPU of one buzz, ms, and how many of them fill the busiest process. */
async function measure({ games, players, rate }: (typeof SHAPES)[keyof typeof SHAPES], gateways: number) {
  const shape = { games, players, rate, seconds: SECONDS, 'warm-up': WARM_UP, cores: gateways };
  const options = Object.entries(shape).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { accepted, cores, p50 } = await runProgram<Run>('main', [...options, '--json']);
  const perBuzz = (used: number) => (used * Number(SECONDS) * 1_000) / accepted;
  const [serverMs, gatewayMs] = [perBuzz(cores.server), perBuzz(cores.gateways ?? 0) / gateways];
  return {
    serverMs,
    gatewayMs,
    postgresMs: perBuzz(cores.postgres),
    p50,
    perSecond: 1_000 / Math.max(serverMs, gatewayMs),
  };
}

/** Buzzes a second are computed from CPU time: two cores cannot show what eight would do. */
export const benchmark: Benchmark = {
  name: 'cores',
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
