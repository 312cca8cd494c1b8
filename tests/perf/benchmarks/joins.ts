import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';

/** Shared out over one core, 400 a second would take 2,000 guests 5 s. */
const TARGET_MS = 5_000;

export const benchmark: Benchmark = {
  name: 'joins',
  what: '2,000 guests who sign in, connect and join 100 games at the same moment',
  async run() {
    const { seatedWithinMs, join } = await runProgram<{ seatedWithinMs: number; join: { p50: number; p99: number } }>(
      'joins',
      [],
    );
    const figures = { seatedWithinMs, p50Ms: join.p50, p99Ms: join.p99 };
    return { ratio: seatedWithinMs / TARGET_MS, target: 1, reference: `${TARGET_MS / 1_000} s`, figures };
  },
};
