import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';
import { quantile } from '../side-by-side.js';

const TURNS = 3;
/** The floor program verifies nothing, keeps no guests and knows no codes. */
const MOST_CPU = 3;

interface Run {
  readonly refused: number;
  readonly join: { readonly p50: number; readonly p99: number };
  readonly cpuMs: { readonly server: number; readonly postgres: number };
}

async function run(layout: 'floor' | 'standalone'): Promise<Run> {
  const result = await runProgram<Run>('joins', ['--layout', layout]);
  if (result.refused > 0) throw new Error(`${result.refused} joins were refused`);
  return result;
}

/** Medians of runs that alternate with the floor program. */
export const benchmark: Benchmark = {
  name: 'joins',
  what: '2,000 guests who sign in, connect and join 100 games, 400 a second; the server and its database share one core',
  async run() {
    const [product, floor]: [Run[], Run[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn++) {
      floor.push(await run('floor'));
      product.push(await run('standalone'));
    }
    const of = (runs: readonly Run[], figure: (run: Run) => number) => quantile(runs.map(figure));
    const cpuMsOf = ({ cpuMs }: Run) => cpuMs.server + cpuMs.postgres;
    const figures = {
      cpuMsPerJoin: of(product, cpuMsOf),
      p50Ms: of(product, ({ join }) => join.p50),
      p99Ms: of(product, ({ join }) => join.p99),
      floorCpuMsPerJoin: of(floor, cpuMsOf),
      floorP50Ms: of(floor, ({ join }) => join.p50),
      floorP99Ms: of(floor, ({ join }) => join.p99),
    };
    const ratio = figures.cpuMsPerJoin / figures.floorCpuMsPerJoin;
    return { ratio, target: MOST_CPU, reference: 'the floor program', figures };
  },
};
