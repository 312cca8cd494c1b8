import { backoff, retry } from '../resilience/index.js';
import type { HealthChecks } from './health-checks.js';

const pauseMs = backoff(250, 5_000);

interface Attempts {
  readonly health: HealthChecks;
  readonly name: string;
  /** True of what no later try can mend: it is thrown. Default: never. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** Tries until it succeeds. From the first failure until then the check `name` fails with the reason of the last one. */
export async function keepTrying<T>(
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
