import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { checkLimit, LimitedAction, ReplyOf, RequestOf } from '@earworm/contracts';
import type { Redis } from '@earworm/service-kit/redis';
import { ACTIONS, spenderOf, type Limit, type Limits } from './limits.js';

/** Answers whether an action may happen, and spends one point of it unless only asked. */
export type Check = (request: RequestOf<typeof checkLimit>) => Promise<ReplyOf<typeof checkLimit>>;

/** Counts in this process. A spender's count goes with its window, so there are as many as were active in one. */
export const memoryCheck = (limits: Limits): Check => checkWith(limiters(limits, memoryLimiter));

/** A Redis that takes longer, as one does whose line is dead without being cut, counts as away: callers wait 300 ms. */
const REDIS_WITHIN_MS = 150;

/** Counts in Redis, for all processes together. While it is away each process counts for itself instead of refusing. */
export const redisCheck = (limits: Limits, redis: Redis): Check =>
  checkWith(
    limiters(limits, (action, limit) => {
      const insuranceLimiter = memoryLimiter(action, limit);
      const shared = new RateLimiterRedis({
        ...{ storeClient: redis, useRedisPackage: true, rejectIfRedisNotReady: true, insuranceLimiter },
        ...{ keyPrefix: `limit:${action}`, points: limit.points, duration: limit.seconds },
      });
      return {
        consume: (spender) => soon(shared.consume(spender), () => insuranceLimiter.consume(spender)),
        get: (spender) => soon(shared.get(spender), () => insuranceLimiter.get(spender)),
      };
    }),
  );

/** What `other` says when `first` has said nothing in time. */
async function soon<T>(first: Promise<T>, other: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => other().then(resolve, reject), REDIS_WITHIN_MS);
  });
  try {
    return await Promise.race([first, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get'>;
type Limiters = Record<LimitedAction, { limiter: Limiter; points: number }>;

const memoryLimiter = (action: LimitedAction, { points, seconds }: Limit) =>
  new RateLimiterMemory({ keyPrefix: `limit:${action}`, points, duration: seconds });

const limiters = (limits: Limits, make: (action: LimitedAction, limit: Limit) => Limiter) =>
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
