import type { Benchmark } from '../benchmark.js';
import { runProgram, type Times } from '../programs.js';

/** What the embedded provider has to let in on two cores, the generator and the database on the same ones. */
const PER_SECOND = 400;

export const benchmark: Benchmark = {
  name: 'guests',
  what: 'guests that the embedded identity provider signs in per second, 64 at a time over kept connections',
  async run() {
    const { perSecond, guests, signIn } = await runProgram<{ perSecond: number; guests: number; signIn: Times }>(
      'guest-rate',
      [],
    );
    const figures = { perSecond, guests, p50Ms: signIn.p50, p99Ms: signIn.p99 };
    return { ratio: PER_SECOND / perSecond, target: 1, reference: `${PER_SECOND} guests per second`, figures };
  },
};
