import { rm } from 'node:fs/promises';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { findK6, type K6Source, NO_K6, runK6 } from '../../k6/k6.js';
import { Missing } from '../../load/layout.js';
import { measureLoad } from '../../load/run-load.js';
import type { Benchmark } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

const TURNS = 3;
/** So little that neither generator takes the server's time. */
const SHOW = { games: 20, players: 20, rate: 100, warmUp: 5, seconds: 20 };
/** The larger figure divided by the smaller one. */
const MOST_APART = { p50: 1.2, p99: 2 };

type Summary = Readonly<Record<'p50Ms' | 'p99Ms', number>>;

async function byNode(): Promise<Summary> {
  const { p50, p99 } = await measureLoad(SHOW);
  return { p50Ms: p50, p99Ms: p99 };
}

async function byK6(k6: K6Source): Promise<Summary> {
  const product = await startProduct({ env: RAISED_LIMITS });
  const out = await temporaryFolder('k6-agreement');
  let output = '';
  try {
    const given = { vus: 1, ...SHOW, buzzP99Ms: 10_000 };
    const parameters = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, `${value}`]));
    const run = { scenario: 'steady-show', url: product.url, parameters, charts: false } as const;
    const { code, summary } = await runK6(k6, run, out, (text) => (output += text));
    const buzz = summary?.metrics['gateway_buzz_seconds'];
    if (code !== 0 || buzz === undefined) throw new Error(`k6 failed:\n${output.slice(-4_000)}`);
    return { p50Ms: (buzz['med'] ?? NaN) * 1_000, p99Ms: (buzz['p(99)'] ?? NaN) * 1_000 };
  } finally {
    await product.stop();
    await rm(out, { recursive: true, force: true });
  }
}

const apart = (one: number, other: number): number => Math.max(one, other) / Math.min(one, other);

export const benchmark: Benchmark = {
  what: 'Whether k6 and the load engine under Node measure the same of the same show, in turns.',
  run: async () => {
    const k6 = await findK6();
    if (k6 === null) throw new Missing(NO_K6);
    const sides = await interleavedMedians(TURNS, { node: byNode, k6: () => byK6(k6) });
    const p50Apart = apart(sides.node.p50Ms, sides.k6.p50Ms);
    const p99Apart = apart(sides.node.p99Ms, sides.k6.p99Ms);
    return {
      ratio: Math.max(p50Apart / MOST_APART.p50, p99Apart / MOST_APART.p99),
      target: 1,
      reference: 'the worst of: p50 within 1.2 × and p99 within 2 × of each other, medians of 3',
      figures: { ...bySide(sides), p50Apart, p99Apart },
    };
  },
};
