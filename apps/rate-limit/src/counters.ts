import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Redis } from '@earworm/service-kit/redis';
import type { Limit } from './rate-limit.config.js';
import { clientBehind, type RedisBreaker } from './redis-breaker.js';

export interface Left {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetTime: number;
}

/** Points by key; counts expire with their window. */
export interface Counter {
  readonly limit: Limit;
  /** Points are spent also when refused. `most`: instead of the limit's points. */
  spend(key: string, points?: number, most?: number): Promise<Left>;
  look(key: string, most?: number): Promise<Left>;
}

/** Processes share counters of one name in a shared store. */
export type Counters = (name: string, limit: Limit) => Counter;

export const memoryCounters: Counters = (name, limit) => counterOf(limit, memoryLimiter(name, limit));

/** Shared by all processes; in memory while Redis is unreachable. */
export const redisCounters =
  (redis: Redis, breaker: RedisBreaker): Counters =>
  (name, limit) =>
    counterOf(
      limit,
      new RateLimiterRedis({
        storeClient: clientBehind(breaker, redis),
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `limit:${name}`,
        points: limit.points,
        duration: limit.seconds,
        insuranceLimiter: memoryLimiter(name, limit),
      }),
    );

const memoryLimiter = (name: string, { points, seconds }: Limit) =>
  new RateLimiterMemory({ keyPrefix: `limit:${name}`, points, duration: seconds });

const counterOf = (limit: Limit, limiter: RateLimiterAbstract): Counter => ({
  limit,
  async spend(key, points = 1, most = limit.points) {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key, points).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    });
    return consumedPoints <= most ? allowed(most - consumedPoints) : refused(msBeforeNext);
  },
  async look(key, most = limit.points) {
    const used = await limiter.get(key);
    const remaining = Math.max(0, most - (used?.consumedPoints ?? 0));
    return remaining > 0 ? allowed(remaining) : refused(used?.msBeforeNext ?? 0);
  },
});

const allowed = (remaining: number): Left => ({ allowed: true, remaining, resetTime: 0 });
const refused = (resetTime: number): Left => ({ allowed: false, remaining: 0, resetTime: Math.max(1, resetTime) });
