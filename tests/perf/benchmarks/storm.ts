import type { Benchmark } from '../benchmark.js';
import { runProgram, type Times } from '../programs.js';

interface Storm {
  readonly sockets: number;
  readonly seatedWithinMs: number;
  readonly backMs: number;
  readonly isBack: boolean;
  readonly resumes: number;
  readonly snapshots: number;
  readonly unseen: number;
  readonly stuck: number;
  readonly calm: Times;
  readonly meanwhile: Times;
  readonly after: Times;
}

export const benchmark: Benchmark = {
  name: 'storm',
  what: 'How long buzzes of other games take while 1,000 phones reconnect at once.',
  run: async () => {
    const storm = await runProgram<Storm>('storm', ['--games', '50', '--players', '19']);
    const { sockets, seatedWithinMs, backMs, isBack, resumes, snapshots, calm, meanwhile, after } = storm;
    if (!isBack || resumes !== sockets || snapshots + storm.unseen + storm.stuck > 0)
      throw new Error(`not every client resumed and received everything: ${JSON.stringify(storm)}`);
    const calmP50Ms = Math.max(calm.p50, after.p50);
    const calmP99Ms = Math.max(calm.p99, after.p99);
    const parts = {
      p50Ratio: meanwhile.p50 / (25 + 5 * calmP50Ms),
      p99Ratio: meanwhile.p99 / Math.min(1_000, 150 + 5 * calmP99Ms),
      // No client signs in, enters a name or gets a whole snapshot again.
      backRatio: backMs / (0.75 * seatedWithinMs),
    };
    return {
      ratio: Math.max(...Object.values(parts)),
      target: 1,
      reference:
        'the worst of: median within 25 ms + 5 × calm; p99 within 150 ms + 5 × calm and 1 s; back within 0.75 × of joining',
      figures: {
        ...parts,
        ...{ sockets, seatedWithinMs, backMs, calmP50Ms, calmP99Ms },
        ...{ meanwhileP50Ms: meanwhile.p50, meanwhileP99Ms: meanwhile.p99, buzzes: meanwhile.count },
      },
    };
  },
};
