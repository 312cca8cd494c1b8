import { median } from '../../load/percentiles.js';
import type { LoadResult } from '../../load/report.js';
import { measureLoad } from '../../load/run-load.js';
import type { Benchmark } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';

const TURNS = 3;
/** The code of seven processes is compiled later than that of one. */
const LOAD = { games: 100, players: 20, rate: 1_000, seconds: 15, warmUp: 15 };

/** Medians of runs that alternate. Everything counts but the load generator. */
export const benchmark: Benchmark = {
  what: 'CPU of a buzz at 1,000/s in 100 games × 20 where each service is a process, with 2 gateways and 2 game replicas',
  async run() {
    await requiredNats();
    const [standalone, services]: [LoadResult[], LoadResult[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn++) {
      standalone.push(await measureLoad(LOAD));
      services.push(await measureLoad({ ...LOAD, layout: 'services', gateways: 2, gameReplicas: 2 }));
    }
    const of = (runs: readonly LoadResult[], figure: (run: LoadResult) => number | null | undefined) =>
      median(runs.map((run) => figure(run) ?? NaN));
    const coresOf = (runs: readonly LoadResult[], prefix: string) =>
      Object.keys(runs[0]?.cores ?? {}).map((name) => [
        `${prefix}Cores ${name}`,
        of(runs, ({ cores }) => cores?.[name]),
      ]);
    const figures = {
      standaloneMs: of(standalone, (run) => run.cpuMsPerBuzz),
      servicesMs: of(services, (run) => run.cpuMsPerBuzz),
      standaloneP50Ms: of(standalone, (run) => run.p50),
      standaloneP99Ms: of(standalone, (run) => run.p99),
      servicesP50Ms: of(services, (run) => run.p50),
      servicesP99Ms: of(services, (run) => run.p99),
      ...Object.fromEntries([...coresOf(standalone, 'standalone'), ...coresOf(services, 'services')]),
    };
    return {
      ratio: figures.servicesMs / figures.standaloneMs,
      target: 1.6,
      reference: 'everything in one process',
      figures,
    };
  },
};
