import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Between two attempts, ms; attempts count from 0. */
  readonly pauseMs: (attempt: number, error: unknown) => number;
  /** False: the error is thrown. Default: tries for ever. */
  readonly shouldRetry?: (error: unknown, attempt: number) => boolean;
  /** Before each pause. */
  readonly onRetry?: (error: unknown) => void;
}

/** Tries until it succeeds, or the options give up. */
export async function retry<T>(
  work: () => Promise<T>,
  { pauseMs, shouldRetry = () => true, onRetry }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!shouldRetry(error, attempt)) throw error;
      onRetry?.(error);
      await sleep(pauseMs(attempt, error));
    }
  }
}

/** Doubles from `first` up to `most`, ms. */
export const backoff =
  (first: number, most: number) =>
  (attempt: number): number =>
    Math.min(most, first * 2 ** Math.min(attempt, 30));
