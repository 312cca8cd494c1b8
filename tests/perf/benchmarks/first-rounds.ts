import type { Benchmark } from '../benchmark.js';
import { runProgram, type Times } from '../programs.js';
import { quantile } from '../side-by-side.js';

const TURNS = 3;

interface Rounds {
  readonly first: Times & { readonly cpuMs: number };
  readonly late: Times & { readonly cpuMs: number };
}

export const benchmark: Benchmark = {
  name: 'first-rounds',
  what: 'what a buzz takes in the first round of 25 games on a server that has just started, and in the hundredth',
  async run() {
    const turns: Rounds[] = [];
    for (let turn = 0; turn < TURNS; turn++) turns.push(await runProgram<Rounds>('first-rounds', []));
    const median = (of: (rounds: Rounds) => number) => quantile(turns.map(of));
    return {
      ratio: median(({ first, late }) => first.p50 / late.p50),
      target: 1.3,
      reference: 'the median of the rounds around the hundredth on the same server',
      figures: {
        firstP50Ms: median(({ first }) => first.p50),
        firstP99Ms: median(({ first }) => first.p99),
        firstCpuMs: median(({ first }) => first.cpuMs),
        lateP50Ms: median(({ late }) => late.p50),
        lateP99Ms: median(({ late }) => late.p99),
        lateCpuMs: median(({ late }) => late.cpuMs),
      },
    };
  },
};
