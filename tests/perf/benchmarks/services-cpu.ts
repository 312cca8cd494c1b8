import type { Benchmark } from '../benchmark.js';
import { neededNats } from '../needed-nats.js';
import { runProgram } from '../programs.js';
import { quantile } from '../side-by-side.js';

const TURNS = 3;
/** The code of seven processes is compiled later than that of one. */
const WARM_UP = '15';
const LOAD = ['--games', '100', '--players', '20', '--rate', '1000', '--seconds', '15', '--warm-up', WARM_UP, '--json'];
const SERVICES = [...LOAD, '--layout', 'services', '--gateways', '2', '--games-replicas', '2'];

interface Run {
  readonly p50: number;
  readonly p99: number;
  readonly cpuMsPerBuzz: number;
  /** Cores used, by process. */
  readonly cores: Readonly<Record<string, number>>;
}

/** Medians of runs that alternate. Everything counts but the program that plays. */
export const benchmark: Benchmark = {
  name: 'services-cpu',
  what: 'CPU of a buzz at 1,000/s in 100 games × 20 where each service is a process, with 2 gateways and 2 game replicas',
  async run() {
    await neededNats();
    const [standalone, services]: [Run[], Run[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn++) {
      standalone.push(await runProgram<Run>('main', LOAD));
      services.push(await runProgram<Run>('main', SERVICES));
    }
    const of = (runs: readonly Run[], figure: (run: Run) => number) => quantile(runs.map(figure));
    const coresOf = (runs: readonly Run[], prefix: string) =>
      Object.keys(runs[0]?.cores ?? {}).map((name) => [
        `${prefix}Cores ${name}`,
        of(runs, ({ cores }) => cores[name] ?? 0),
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
