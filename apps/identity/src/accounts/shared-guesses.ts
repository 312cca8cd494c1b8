import { createHash } from 'node:crypto';
import { forgetGuesses, GUESS_LIMITS, RefusedError, spendGuess, type Guessed } from '@earworm/contracts';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import { MemoryLoginThrottle, type LoginThrottle } from '@earworm/service-kit/login-throttle';

/**
 * A login throttle that all processes share, at the rate-limit service. Unlike a limit of play this one never lets
 * everything pass: while the service is away, or slower than `withinMs`, this process counts for itself.
 */
export function sharedGuesses(bus: Pick<Bus, 'call'>, guessed: Guessed, withinMs: number): LoginThrottle {
  const own = new MemoryLoginThrottle(GUESS_LIMITS[guessed]);
  const timeoutMs = { timeoutMs: withinMs };
  return {
    async spend(email) {
      const account = hashOf(email);
      try {
        return (await bus.call(spendGuess, { guessed, account }, timeoutMs)).wait;
      } catch (error) {
        return unlessAway(error, () => own.spend(account));
      }
    },
    async forget(email) {
      const account = hashOf(email);
      await own.forget(account);
      await bus
        .call(forgetGuesses, { guessed, account }, timeoutMs)
        .catch((error: unknown) => unlessAway(error, () => Promise.resolve({})));
    },
  };
}

function unlessAway<T>(error: unknown, otherwise: () => Promise<T>): Promise<T> {
  if (error instanceof BusError || error instanceof RefusedError) return otherwise();
  throw error;
}

/** E-mails do not travel to where only numbers are kept. */
const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url');
