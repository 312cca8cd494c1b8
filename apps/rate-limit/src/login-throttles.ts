import { GUESS_LIMITS, type Guessed } from '@earworm/contracts';
import { MemoryLoginThrottle, RedisLoginThrottle, type LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { Redis } from '@earworm/service-kit/redis';
import type { RedisBreaker } from './redis-breaker.js';

export type LoginThrottles = Readonly<Record<Guessed, LoginThrottle>>;

export const memoryLoginThrottles = (): LoginThrottles => ({
  'sign-in': new MemoryLoginThrottle(GUESS_LIMITS['sign-in']),
  reset: new MemoryLoginThrottle(GUESS_LIMITS.reset),
});

/** Shared by all processes; in memory while Redis is unreachable. */
export function redisLoginThrottles(redis: Redis, local: LoginThrottles, breaker: RedisBreaker): LoginThrottles {
  const insured = (guessed: Guessed): LoginThrottle => {
    const shared = new RedisLoginThrottle(redis, guessed, GUESS_LIMITS[guessed]);
    const either = breaker.insured<LoginThrottle>(shared, local[guessed]);
    return {
      spend: (account) => either((throttle) => throttle.spend(account)),
      async forget(account) {
        await local[guessed].forget(account);
        await either((throttle) => throttle.forget(account));
      },
    };
  };
  return { 'sign-in': insured('sign-in'), reset: insured('reset') };
}
