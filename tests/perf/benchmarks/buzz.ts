import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';
import { quantile } from '../side-by-side.js';

const RUNS = 3;
/** The product compiles what runs often for some 15 s longer than the floor program, on the same cores. */
const LOAD = ['--games', '100', '--players', '20', '--rate', '1000', '--seconds', '12', '--warm-up', '20', '--json'];

interface Run {
  readonly p50: number;
  readonly p99: number;
  readonly serverCpu: number;
}

/** Medians of runs that alternate with the floor program. */
export const benchmark: Benchmark = {
  name: 'buzz',
  what: 'server CPU of 1,000 buzzes/s in 100 games × 20, from the due time to the last socket',
  async run() {
    const [product, floor]: [Run[], Run[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      floor.push(await runProgram<Run>('main', [...LOAD, '--layout', 'floor']));
      product.push(await runProgram<Run>('main', LOAD));
    }
    const of = (runs: readonly Run[], figure: keyof Run) => quantile(runs.map((run) => run[figure]));
    const figures = {
      p50Ms: of(product, 'p50'),
      p99Ms: of(product, 'p99'),
      serverCores: of(product, 'serverCpu'),
      floorP50Ms: of(floor, 'p50'),
      floorP99Ms: of(floor, 'p99'),
      floorCores: of(floor, 'serverCpu'),
    };
    return { ratio: figures.serverCores / figures.floorCores, target: 1.25, reference: 'the floor program', figures };
  },
};
