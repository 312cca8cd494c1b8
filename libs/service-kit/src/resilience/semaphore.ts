import { type ErrorCode, RefusedError } from '@earworm/contracts';
import pLimit from 'p-limit';

/** Maps with at most `atOnce` tasks; rejects with the first failure while the others go on. */
export const mapConcurrently = <T, R>(atOnce: number, all: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> =>
  pLimit(atOnce).map(all, work);

export interface SemaphoreOptions {
  readonly concurrency: number;
  /** Waiting tasks; the next is refused. */
  readonly queue: number;
  /** A task that waited longer is refused when it would start. */
  readonly maxWaitMs?: number;
  readonly refusal: ErrorCode;
}

/** Runs tasks in order of arrival, in the caller's async context. */
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
