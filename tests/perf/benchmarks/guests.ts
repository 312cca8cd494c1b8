import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { signInClosedLoop } from '../../load/guest-sign-ins.js';
import type { Benchmark } from '../benchmark.js';

const TARGET_PER_SECOND = 400;
const AT_ONCE = 64;

export const benchmark: Benchmark = {
  what: 'guests who sign in with the embedded provider for 10 s, 64 at once, with the generator on the same cores',
  async run() {
    const product = await startProduct({ env: RAISED_LIMITS });
    try {
      // What is compiled and opened by the first ones.
      await signInClosedLoop(product.url, { seconds: 3, atOnce: AT_ONCE });
      const { perSecond, p50, p99 } = await signInClosedLoop(product.url, { seconds: 10, atOnce: AT_ONCE });
      const figures = { perSecond, p50Ms: p50, p99Ms: p99 };
      return {
        ratio: TARGET_PER_SECOND / perSecond,
        target: 1,
        reference: `${TARGET_PER_SECOND} guests a second`,
        figures,
      };
    } finally {
      await product.stop();
    }
  },
};
