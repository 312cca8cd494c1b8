import { GUESS_LIMITS, type Guessed } from '@earworm/contracts';
import { MemoryLoginThrottle, RedisLoginThrottle, type LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { Redis } from '@earworm/service-kit/redis';
import type { RedisBreaker } from './redis-breaker.js';

export type AllGuesses = Readonly<Record<Guessed, LoginThrottle>>;

export const memoryGuesses = (): AllGuesses => ({
  'sign-in': new MemoryLoginThrottle(GUESS_LIMITS['sign-in']),
  reset: new MemoryLoginThrottle(GUESS_LIMITS.reset),
});

/** Shared by all processes; in memory while Redis is unreachable. */
export function redisGuesses(redis: Redis, insurance: AllGuesses, breaker: RedisBreaker): AllGuesses {
  const insured = (guessed: Guessed): LoginThrottle => {
    const shared = new RedisLoginThrottle(redis, guessed, GUESS_LIMITS[guessed]);
    const own = insurance[guessed];
    const either = <T>(ask: (guesses: LoginThrottle) => Promise<T>): Promise<T> =>
      breaker.ask(() => ask(shared)).catch(() => ask(own));
    return {
      spend: (account) => either((guesses) => guesses.spend(account)),
      async forget(account) {
        await own.forget(account);
        await either((guesses) => guesses.forget(account));
      },
    };
  };
  return { 'sign-in': insured('sign-in'), reset: insured('reset') };
}
