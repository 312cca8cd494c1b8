import { median } from '../../load/percentiles.js';
import type { LoadResult } from '../../load/report.js';
import { measureLoad } from '../../load/run-load.js';
import type { Benchmark } from '../benchmark.js';

const RUNS = 3;
/** The product compiles what runs often for some 15 s longer than the floor program, on the same cores. */
const LOAD = { games: 100, players: 20, rate: 1_000, seconds: 12, warmUp: 20 };

/** Medians of runs that alternate with the floor program. */
export const benchmark: Benchmark = {
  what: 'server CPU of 1,000 buzzes/s in 100 games × 20, from the due time to the last socket',
  async run() {
    const [product, floor]: [LoadResult[], LoadResult[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      floor.push(await measureLoad({ ...LOAD, layout: 'floor' }));
      product.push(await measureLoad(LOAD));
    }
    const of = (runs: readonly LoadResult[], figure: 'p50' | 'p99' | 'serverCpu') =>
      median(runs.map((run) => run[figure] ?? NaN));
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
