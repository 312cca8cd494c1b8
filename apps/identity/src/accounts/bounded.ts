import { RefusedError } from '@earworm/contracts';

/**
 * At most `running` at once and `waiting` behind them, so that a flood of sign-ins takes neither all cores nor all memory.
 * When both are full, or the wait was longer than `longestWaitMs`: refused with `unavailable`.
 */
export function bounded(running: number, waiting: number, longestWaitMs = Infinity) {
  let active = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    const cameAt = performance.now();
    if (active >= running) {
      if (queue.length >= waiting) throw new RefusedError('unavailable');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      active += 1;
    }
    try {
      if (performance.now() - cameAt > longestWaitMs) throw new RefusedError('unavailable');
      return await work();
    } finally {
      const next = queue.shift();
      // The place is handed on, not freed: nobody new slips in between.
      if (next) next();
      else active -= 1;
    }
  };
}
