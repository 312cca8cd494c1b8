import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';

const TARGET_CPU_MS = 2;
const TARGET_P99_MS = 500;

interface Joins {
  readonly refused: number;
  readonly join: { readonly p50: number; readonly p99: number };
  readonly cpuMs: { readonly server: number; readonly postgres: number };
}

export const benchmark: Benchmark = {
  name: 'joins',
  what: '2,000 guests who sign in, connect and join 100 games, 400 a second; the server and its database share one core',
  async run() {
    const { refused, join, cpuMs } = await runProgram<Joins>('joins', []);
    if (refused > 0) throw new Error(`${refused} joins were refused`);
    const cpuMsPerJoin = cpuMs.server + cpuMs.postgres;
    return {
      ratio: Math.max(cpuMsPerJoin / TARGET_CPU_MS, join.p99 / TARGET_P99_MS),
      target: 1,
      reference: `${TARGET_CPU_MS} ms of CPU a join and ${TARGET_P99_MS} ms at p99`,
      figures: { cpuMsPerJoin, serverCpuMs: cpuMs.server, p50Ms: join.p50, p99Ms: join.p99 },
    };
  },
};
