import type { Redis } from '@earworm/service-kit/redis';
import { CircuitBreaker, TimeoutError, withTimeout } from '@earworm/service-kit/resilience';

/** Asks Redis while it answers in time. One whose connection is dead without being cut would hold up each question. */
export class RedisBreaker {
  readonly #breaker = new CircuitBreaker({ isFailure: (error) => error instanceof TimeoutError });

  constructor(
    private readonly redis: Pick<Redis, 'isReady'>,
    private readonly withinMs: number,
  ) {}

  /** Rejects when Redis is not connected, or answers too late. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    return this.#breaker.run(() => {
      if (!this.redis.isReady) throw new Error('Redis is not connected');
      return withTimeout(this.withinMs, work);
    });
  }
}

/**
 * What RateLimiterRedis needs of a client (`useRedisPackage`), behind the breaker. In here, not around the limiter: there a late
 * answer is an error like every other, on which it turns to its insurance once.
 */
export function clientBehind(breaker: RedisBreaker, redis: Redis) {
  return {
    get isReady() {
      return redis.isReady;
    },
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      breaker.ask(() => redis.eval(script, options)),
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
        exec: () => breaker.ask(exec),
      };
    },
  };
}
