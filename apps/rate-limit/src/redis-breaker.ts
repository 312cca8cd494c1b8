import type { Redis } from '@earworm/service-kit/redis';
import { CircuitBreaker, TimeoutError, withTimeout } from '@earworm/service-kit/resilience';

/** Calls Redis while it answers in time: a dead connection must not delay every request. */
export class RedisBreaker {
  readonly #breaker = new CircuitBreaker({ isFailure: (error) => error instanceof TimeoutError });

  constructor(
    private readonly redis: Pick<Redis, 'isReady'>,
    private readonly withinMs: number,
  ) {}

  ask<T>(work: () => Promise<T>): Promise<T> {
    return this.#breaker.run(() => {
      if (!this.redis.isReady) throw new Error('Redis is not connected');
      return withTimeout(this.withinMs, work);
    });
  }

  /** Calls `shared`, or `local` while Redis is unreachable. */
  insured<T>(shared: T, local: T): <R>(call: (target: T) => Promise<R>) => Promise<R> {
    return (call) => this.ask(() => call(shared)).catch(() => call(local));
  }
}

/** RateLimiterRedis's client. Wrapped inside the limiter, so that a timeout makes it use its insurance limiter. */
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
