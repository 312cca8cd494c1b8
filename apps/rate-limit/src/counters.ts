import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Redis } from '@earworm/service-kit/redis';
import type { Limit } from './limits.js';
import { clientBehind, type RedisBreaker } from './redis-breaker.js';

/** What is left of a key's points. */
export interface Left {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Milliseconds still to wait; 0 when allowed. */
  readonly resetTime: number;
}

/** Counts points by key. A key's count goes with its window, so there are as many as were active in one. */
export interface Counter {
  readonly limit: Limit;
  /** Refuses when fewer are left; they are spent all the same. */
  spend(key: string, points?: number): Promise<Left>;
  look(key: string): Promise<Left>;
}

/** Makes the counter of a name; two of one name in two processes are one count where the place is shared. */
export type Counters = (name: string, limit: Limit) => Counter;

/** Counts in this process. */
export const memoryCounters: Counters = (name, limit) => counterOf(limit, memoryLimiter(name, limit));

/** Counts in Redis, for all processes together. While it is away each process counts for itself instead of refusing. */
export const redisCounters =
  (redis: Redis, breaker: RedisBreaker): Counters =>
  (name, limit) =>
    counterOf(
      limit,
      new RateLimiterRedis({
        ...{ storeClient: clientBehind(breaker, redis), useRedisPackage: true, rejectIfRedisNotReady: true },
        ...{ keyPrefix: `limit:${name}`, points: limit.points, duration: limit.seconds },
        insuranceLimiter: memoryLimiter(name, limit),
      }),
    );

const memoryLimiter = (name: string, { points, seconds }: Limit) =>
  new RateLimiterMemory({ keyPrefix: `limit:${name}`, points, duration: seconds });

const counterOf = (limit: Limit, limiter: RateLimiterAbstract): Counter => ({
  limit,
  async spend(key, points = 1) {
    try {
      return allowed((await limiter.consume(key, points)).remainingPoints);
    } catch (error) {
      if (error instanceof RateLimiterRes) return refused(error.msBeforeNext);
      throw error;
    }
  },
  async look(key) {
    const used = await limiter.get(key);
    const remaining = Math.max(0, limit.points - (used?.consumedPoints ?? 0));
    return remaining > 0 ? allowed(remaining) : refused(used?.msBeforeNext ?? 0);
  },
});

const allowed = (remaining: number): Left => ({ allowed: true, remaining, resetTime: 0 });
const refused = (resetTime: number): Left => ({ allowed: false, remaining: 0, resetTime: Math.max(1, resetTime) });
