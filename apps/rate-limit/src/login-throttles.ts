import { LOGIN_THROTTLES, type ThrottledLogin } from '@earworm/contracts';
import { MemoryLoginThrottle, RedisLoginThrottle, type LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { Redis } from '@earworm/service-kit/redis';
import type { RedisBreaker } from './redis-breaker.js';

export type LoginThrottles = Readonly<Record<ThrottledLogin, LoginThrottle>>;

export const memoryLoginThrottles = (): LoginThrottles => ({
  'sign-in': new MemoryLoginThrottle(LOGIN_THROTTLES['sign-in']),
  reset: new MemoryLoginThrottle(LOGIN_THROTTLES.reset),
});

/** Shared by all processes; in memory while Redis is unreachable. */
export function redisLoginThrottles(redis: Redis, local: LoginThrottles, breaker: RedisBreaker): LoginThrottles {
  const insured = (guessed: ThrottledLogin): LoginThrottle => {
    const shared = new RedisLoginThrottle(redis, guessed, LOGIN_THROTTLES[guessed]);
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
