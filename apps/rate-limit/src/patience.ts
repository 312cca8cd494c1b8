import type { Redis } from '@earworm/service-kit/redis';

/**
 * A Redis that takes longer, as one does whose line is dead without being cut, counts as away: half of the 300 ms that a
 * gateway waits for the limit of a command, so that this process's own count still reaches it.
 */
export const REDIS_WITHIN_MS = 150;
/** So long it is not asked again: a question of several counts waits once, not once for each. */
const SLOW_FOR_MS = 1_000;

/** Asks Redis while it answers in time, and this process while it does not. */
export class Patience {
  #slowUntil = -Infinity;

  constructor(private readonly redis: Pick<Redis, 'isReady'>) {}

  /** What `shared` says, or `own` when that is late or fails. What is no Error is an answer: limits refuse by throwing. */
  async ask<T>(shared: () => Promise<T>, own: () => Promise<T>): Promise<T> {
    if (!this.redis.isReady || performance.now() < this.#slowUntil) return own();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        this.#slowUntil = performance.now() + SLOW_FOR_MS;
        resolve(null);
      }, REDIS_WITHIN_MS);
    });
    try {
      const first = await Promise.race([shared().then((said) => ({ said })), late]);
      return first === null ? own() : first.said;
    } catch (error) {
      if (error instanceof Error) return own();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
