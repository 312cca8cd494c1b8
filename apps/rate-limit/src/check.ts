import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { checkLimit, LimitedAction, ReplyOf, RequestOf } from '@earworm/contracts';
import type { Redis } from '@earworm/service-kit/redis';
import { ACTIONS, spenderOf, type Limit, type Limits } from './limits.js';

/** Answers whether an action may happen, and spends one point of it unless only asked. */
export type Check = (request: RequestOf<typeof checkLimit>) => Promise<ReplyOf<typeof checkLimit>>;

/** Counts in this process. A spender's count goes with its window, so there are as many as were active in one. */
export const memoryCheck = (limits: Limits): Check => checkWith(limiters(limits, memoryLimiter));

/** Counts in Redis, for all processes together. While it is away each process counts for itself instead of refusing. */
export const redisCheck = (limits: Limits, redis: Redis): Check =>
  checkWith(
    limiters(
      limits,
      (action, limit) =>
        new RateLimiterRedis({
          ...{ storeClient: redis, useRedisPackage: true, rejectIfRedisNotReady: true },
          ...{ keyPrefix: `limit:${action}`, points: limit.points, duration: limit.seconds },
          insuranceLimiter: memoryLimiter(action, limit),
        }),
    ),
  );

type Limiters = Record<LimitedAction, { limiter: RateLimiterAbstract; points: number }>;

const memoryLimiter = (action: LimitedAction, { points, seconds }: Limit) =>
  new RateLimiterMemory({ keyPrefix: `limit:${action}`, points, duration: seconds });

const limiters = (limits: Limits, make: (action: LimitedAction, limit: Limit) => RateLimiterAbstract) =>
  Object.fromEntries(
    ACTIONS.map((action) => [action, { limiter: make(action, limits[action]), points: limits[action].points }]),
  ) as Limiters;

const checkWith =
  (all: Limiters): Check =>
  async ({ action, spend, userId, gameId }) => {
    const { limiter, points } = all[action];
    const spender = spenderOf(action, { userId, gameId });
    if (!spend) {
      const used = await limiter.get(spender);
      const remaining = Math.max(0, points - (used?.consumedPoints ?? 0));
      return remaining > 0 ? allowed(remaining) : refused(used?.msBeforeNext ?? 0);
    }
    try {
      return allowed((await limiter.consume(spender)).remainingPoints);
    } catch (error) {
      if (error instanceof RateLimiterRes) return refused(error.msBeforeNext);
      throw error;
    }
  };

const allowed = (remaining: number) => ({ allowed: true, remaining, resetTime: 0 });
const refused = (resetTime: number) => ({ allowed: false, remaining: 0, resetTime: Math.max(1, resetTime) });
