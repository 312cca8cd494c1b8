import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  readonly pauseMs: (attempt: number, error: unknown) => number;
  readonly shouldRetry?: (error: unknown, attempt: number) => boolean;
  readonly onRetry?: (error: unknown) => void;
}

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

export const backoff =
  (first: number, most: number) =>
  (attempt: number): number =>
    Math.min(most, first * 2 ** Math.min(attempt, 30));

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Rejects with TimeoutError; the work itself goes on. */
export async function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
