import { createHash } from 'node:crypto';
import {
  resetLoginAttempts,
  LOGIN_THROTTLES,
  RefusedError,
  countLoginAttempt,
  type ThrottledLogin,
} from '@earworm/contracts';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import { MemoryLoginThrottle, type LoginThrottle } from '@earworm/service-kit/login-throttle';

/** Shared by all processes. Never fails open: without an answer of the rate-limit service, this process counts by itself. */
export function sharedThrottle(bus: Pick<Bus, 'call'>, guessed: ThrottledLogin, timeoutMs: number): LoginThrottle {
  const local = new MemoryLoginThrottle(LOGIN_THROTTLES[guessed]);
  return {
    async spend(email) {
      const account = hashOf(email);
      try {
        return (await bus.call(countLoginAttempt, { guessed, account }, { timeoutMs })).wait;
      } catch (error) {
        if (isUnavailable(error)) return local.spend(account);
        throw error;
      }
    },
    async forget(email) {
      const account = hashOf(email);
      await local.forget(account);
      try {
        await bus.call(resetLoginAttempts, { guessed, account }, { timeoutMs });
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
    },
  };
}

const isUnavailable = (error: unknown): boolean => error instanceof BusError || error instanceof RefusedError;

/** The rate-limit service gets no e-mail addresses. */
const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url');
