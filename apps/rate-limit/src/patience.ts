import type { Redis } from '@earworm/service-kit/redis';

/** So long it is not asked again: a question of several counts waits once, not once for each. */
const SLOW_FOR_MS = 1_000;

/** Breaks the circuit to a Redis that does not answer in time, as one does whose line is dead without being cut. */
export class Patience {
  #slowUntil = -Infinity;

  constructor(
    private readonly redis: Pick<Redis, 'isReady'>,
    private readonly withinMs: number,
  ) {}

  /** Whether it is worth asking. */
  get isReady(): boolean {
    return this.redis.isReady && performance.now() >= this.#slowUntil;
  }

  /** What Redis says to `work`; rejects when it is away, or later than it may be. */
  async ask<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isReady) throw new Error('Redis is away');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#slowUntil = performance.now() + SLOW_FOR_MS;
        reject(new Error(`no answer of Redis within ${this.withinMs} ms`));
      }, this.withinMs);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * What RateLimiterRedis needs of a client (`useRedisPackage`), with patience. In here, not around the limiter: there a late
 * answer is an error like every other, on which it turns to its insurance once.
 */
export function patientClient(redis: Redis, patience: Patience) {
  return {
    get isReady() {
      return patience.isReady;
    },
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      patience.ask(() => redis.eval(script, options)),
    multi() {
      const multi = redis.multi();
      const exec = () => multi.exec(true);
      return {
        get(key: string) {
          multi.get(key);
          return this;
        },
        pTTL(key: string) {
          multi.pTTL(key);
          return this;
        },
        exec: () => patience.ask(exec),
      };
    },
  };
}
