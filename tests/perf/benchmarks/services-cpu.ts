import type { LoadOptions } from '../../load/options.js';
import { measureLoad } from '../../load/run-load.js';
import type { Benchmark } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';
import { requiredNats } from '../required-nats.js';

const TURNS = 3;
/** The code of seven processes is compiled later than that of one. */
const LOAD = { games: 100, players: 20, rate: 1_000, seconds: 15, warmUp: 15 };

/** Everything counts but the load generator. */
async function measured(layout: Partial<LoadOptions>): Promise<Record<'p50Ms' | 'p99Ms' | 'cpuMsPerBuzz', number>> {
  const { p50, p99, cpuMsPerBuzz, cores } = await measureLoad({ ...LOAD, ...layout });
  const ofParts = Object.entries(cores ?? {}).map(([name, used]) => [`cores ${name}`, used]);
  return { p50Ms: p50, p99Ms: p99, cpuMsPerBuzz: cpuMsPerBuzz ?? NaN, ...Object.fromEntries(ofParts) };
}

export const benchmark: Benchmark = {
  what: 'CPU of a buzz at 1,000/s in 100 games × 20 where each service is a process, with 2 gateways and 2 game replicas',
  async run() {
    await requiredNats();
    const sides = await interleavedMedians(TURNS, {
      standalone: () => measured({}),
      services: () => measured({ layout: 'services', gateways: 2, gameReplicas: 2 }),
    });
    const ratio = sides.services.cpuMsPerBuzz / sides.standalone.cpuMsPerBuzz;
    return { ratio, target: 1.6, reference: 'everything in one process', figures: bySide(sides) };
  },
};
