import type { LoadOptions } from '../../load/options.js';
import { measureLoad } from '../../load/run-load.js';
import type { Benchmark } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

const RUNS = 3;
/** The product compiles what runs often for some 15 s longer than the floor program, on the same cores. */
const LOAD = { games: 100, players: 20, rate: 1_000, seconds: 12, warmUp: 20 };

async function measured(layout: LoadOptions['layout']) {
  const { p50, p99, serverCpu } = await measureLoad({ ...LOAD, layout });
  return { p50Ms: p50, p99Ms: p99, serverCores: serverCpu ?? NaN };
}

export const benchmark: Benchmark = {
  what: 'server CPU of 1,000 buzzes/s in 100 games × 20, from the due time to the last socket',
  async run() {
    const sides = await interleavedMedians(RUNS, {
      floor: () => measured('floor'),
      product: () => measured('standalone'),
    });
    const ratio = sides.product.serverCores / sides.floor.serverCores;
    return { ratio, target: 1.25, reference: 'the floor program', figures: bySide(sides) };
  },
};
