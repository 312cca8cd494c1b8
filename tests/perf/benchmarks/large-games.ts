import type { Benchmark } from '../benchmark.js';
import { runProgram, type Times } from '../programs.js';

interface LargeGames {
  /** By code: from when the request was sent completely, and with the sending. */
  readonly kinds: Readonly<Record<string, Times & { readonly inAll: Pick<Times, 'p50' | 'p99'> }>>;
  readonly isAlive: boolean;
  /** Acknowledged games that are not in the log. */
  readonly missing: number;
  /** Requests without an answer. */
  readonly broken: number;
  readonly unseen: number;
  readonly calm: Times;
  readonly attacked: Times;
  readonly oldSpaceShare: number;
}

/** Bounds of the product: other games' buzz by their calm, refusals in ms, the share of the old space in use. */
const BOUNDS = { p99: 1.3, busyMs: 100, oldSpace: 0.8 };

export const benchmark: Benchmark = {
  name: 'large-games',
  what: '5,000 starts of a template of 256 KB and 3,000 games of 256 KB from ten addresses, with a heap of 1 GiB',
  async run() {
    const found = await runProgram<LargeGames>('large-games', ['--heap', '1024']);
    const { kinds, isAlive, missing, broken, unseen, calm, attacked, oldSpaceShare } = found;
    if (!isAlive || missing > 0 || broken > 0 || unseen > 0) throw new Error(JSON.stringify(found));
    const { busy, ok } = kinds;
    if (!busy || !ok) throw new Error(`none was refused, or none made: ${JSON.stringify(kinds)}`);
    const p99Ratio = attacked.p99 / calm.p99;
    return {
      ratio: Math.max(p99Ratio / BOUNDS.p99, busy.p99 / BOUNDS.busyMs, oldSpaceShare / BOUNDS.oldSpace),
      target: 1,
      reference: `${BOUNDS.p99} × calm, ${BOUNDS.busyMs} ms for a refusal, ${BOUNDS.oldSpace} of the old space`,
      figures: {
        ...{
          made: ok.count,
          busy: busy.count,
          busyP50Ms: busy.p50,
          busyP99Ms: busy.p99,
          busyInAllP99Ms: busy.inAll.p99,
          oldSpaceShare,
        },
        ...{ calmP99Ms: calm.p99, attackedP99Ms: attacked.p99, p99Ratio },
      },
    };
  },
};
