import type { Benchmark } from '../benchmark.js';
import { runProgram } from '../programs.js';

interface Neighbours {
  readonly beside: Readonly<Record<string, { readonly p50: number; readonly p99: number }>>;
}

export const benchmark: Benchmark = {
  name: 'neighbours',
  what: 'a buzz in one game beside 1, 10, 100 and 500 others',
  async run() {
    const { beside } = await runProgram<Neighbours>('neighbours', []);
    const p50 = (others: number) => beside[others]?.p50 ?? NaN;
    const ratio = Math.max(p50(10), p50(100), p50(500)) / p50(1);
    const figures = Object.fromEntries(
      Object.entries(beside).flatMap(([others, times]) => [
        [`p50MsBeside${others}`, times.p50],
        [`p99MsBeside${others}`, times.p99],
      ]),
    );
    return { ratio, target: 1.2, reference: 'the same beside one other game', figures };
  },
};
