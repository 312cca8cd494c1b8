import { backoff, retry } from '../resilience/index.js';
import type { HealthChecks } from './health-checks.js';

const pauseMs = backoff(250, 5_000);

interface Attempts {
  readonly health: HealthChecks;
  readonly name: string;
  readonly isFinal?: (error: unknown) => boolean;
}

/** Retries until it succeeds; meanwhile the check `name` fails with the last error. */
export async function retryUntilReady<T>(
  { health, name, isFinal = () => false }: Attempts,
  work: () => Promise<T>,
): Promise<T> {
  let reason: unknown;
  let drop: (() => void) | undefined;
  const onRetry = (error: unknown) => {
    drop ??= health.add(name, () => Promise.reject(reason));
    reason = error;
  };
  const result = await retry(work, { pauseMs, shouldRetry: (error) => !isFinal(error), onRetry });
  drop?.();
  return result;
}
