import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthChecks } from './health-checks.js';

/** Between two tries: quick at first, never more than 5 s. */
const pauseMs = (attempt: number): number => Math.min(5_000, 250 * 2 ** attempt);

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
  let drop = () => undefined as void;
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work();
      drop();
      return result;
    } catch (error) {
      if (isFinal(error)) throw error;
      if (attempt === 0) drop = health.add(name, () => Promise.reject(reason));
      reason = error;
      await sleep(pauseMs(attempt));
    }
  }
}
