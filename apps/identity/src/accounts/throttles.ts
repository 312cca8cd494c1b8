import {
  resetLoginAttempts,
  LOGIN_THROTTLES,
  RefusedError,
  countLoginAttempt,
  type ThrottledLogin,
} from '@earworm/contracts';
import { type LoginThrottle, MemoryLoginThrottle } from '@earworm/service-kit/login-throttle';
import type { KnownDevices } from './known-devices.js';
import { createHash } from 'node:crypto';
import { BusError, type Bus } from '@earworm/service-kit/bus';

export class SignInThrottle {
  constructor(
    private readonly devices: Pick<KnownDevices, 'throttleKey'>,
    private readonly throttle: LoginThrottle,
  ) {}

  /** Counts before the check; when that throws, the attempt stays counted. Refuses `limit-sign-in` during a wait. */
  async attempt<T>(email: string, device: string | null, check: (isKnownDevice: boolean) => Promise<T>): Promise<T> {
    const key = await this.devices.throttleKey(email, device);
    const wait = await this.throttle.spend(key);
    if (wait > 0) throw new RefusedError('limit-sign-in', { n: wait });
    const result = await check(key !== email);
    await this.throttle.forget(key);
    return result;
  }

  forget(email: string): Promise<void> {
    return this.throttle.forget(email);
  }
}

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
