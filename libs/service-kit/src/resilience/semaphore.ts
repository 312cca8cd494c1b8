import { type ErrorCode, RefusedError } from '@earworm/contracts';
import pLimit from 'p-limit';

/** Works on all, so many at once; rejects with the first failure, while the others go on. */
export const concurrently = <T, R>(atOnce: number, all: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> =>
  pLimit(atOnce).map(all, work);

export interface SemaphoreOptions {
  /** Tasks that run at once. */
  readonly concurrency: number;
  /** Tasks that wait behind them; the next one is refused. */
  readonly queue: number;
  /** A task that has waited longer is refused when its turn comes, ms. */
  readonly maxWaitMs?: number;
  readonly refusal: ErrorCode;
}

/** Runs a task when there is room for it, in order of arrival, in its caller's async context. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>;

export function semaphore({ concurrency, queue, maxWaitMs = Infinity, refusal }: SemaphoreOptions): Semaphore {
  const limit = pLimit(concurrency);
  return async (task) => {
    const mustWait = limit.activeCount >= concurrency;
    if (mustWait && limit.pendingCount >= queue) throw new RefusedError(refusal);
    const arrivedAt = performance.now();
    return limit(() => {
      if (mustWait && performance.now() - arrivedAt > maxWaitMs) throw new RefusedError(refusal);
      return task();
    });
  };
}
