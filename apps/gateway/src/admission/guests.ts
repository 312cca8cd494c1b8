import { type ErrorCode, RefusedError, signInAsGuest, type Tokens } from '@earworm/contracts';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { TokenVerifier } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import { callService } from '../calls/call-service.js';
import { type Limiter, spend } from '../limits/action-limits.js';
import type { Caller } from '../limits/callers.js';

/** Keycloak may be slow. */
const WITHIN_MS = 10_000;
/** Clients retry these by themselves, often. */
const RETRIED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['guest-wait', 'busy']);

export interface GuestsDependencies {
  readonly bus: Bus;
  readonly limiter: Limiter;
  readonly addressLimits: Pick<AddressLimits, 'refusalOf' | 'count'>;
  readonly tokens: Pick<TokenVerifier, 'remember'>;
}

/** Signs guests in, within the limits of their device and address. */
export class Guests {
  constructor(private readonly deps: GuestsDependencies) {}

  /**
   * Refuses `limit-sign-in`, and `guest-wait` while there is no capacity. On a first visit the device is new: only its
   * address is counted.
   */
  async signIn(caller: Caller, isFirstVisit = caller.device === null): Promise<Tokens> {
    const { bus, limiter, addressLimits, tokens } = this.deps;
    const refused = addressLimits.refusalOf('sign-ins', caller.address);
    if (refused !== null) throw refused;
    if (!isFirstVisit) await spend(limiter, 'sign_in_guest', { userId: '', gameId: 'global', caller });
    const count = () => addressLimits.count('sign-ins', caller.address);
    try {
      const issued = await callService(bus, signInAsGuest, {}, { failed: 'guest-wait', timeoutMs: WITHIN_MS });
      count();
      // Trusted: received over the bus.
      tokens.remember(issued.access_token);
      return issued;
    } catch (error) {
      if (!(error instanceof RefusedError) || !RETRIED.has(error.code)) count();
      throw error;
    }
  }
}
