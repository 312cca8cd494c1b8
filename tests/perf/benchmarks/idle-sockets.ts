import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';

const TARGET_KIB = 10;

export const benchmark: Benchmark = {
  name: 'idle-sockets',
  what: 'memory of the server for each idle socket',
  async run() {
    const figures = await runProgram<{ rssKibEach: number; heapKibEach: number }>('idle-sockets', []);
    return { ratio: figures.rssKibEach / TARGET_KIB, target: 1, reference: `${TARGET_KIB} KiB`, figures };
  },
};
