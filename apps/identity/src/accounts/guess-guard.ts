import { RefusedError } from '@earworm/contracts';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { KnownDevices } from './known-devices.js';

/** Counts a guess at a password before anything looks at the password. */
export class GuessGuard {
  constructor(
    private readonly devices: Pick<KnownDevices, 'guesserOf'>,
    private readonly guesses: LoginThrottle,
  ) {}

  /**
   * What `check` answers; when it throws, the guess stays counted. `isKnown`: the account was signed in to on this device
   * before. Refuses `limit-sign-in` while the guesser has to wait. `email` as `readEmail` gives it.
   */
  async guess<T>(email: string, device: string | null, check: (isKnown: boolean) => Promise<T>): Promise<T> {
    const guesser = await this.devices.guesserOf(email, device);
    const wait = await this.guesses.spend(guesser);
    if (wait > 0) throw new RefusedError('limit-sign-in', { n: wait });
    const found = await check(guesser !== email);
    await this.guesses.forget(guesser);
    return found;
  }

  /** The password was just replaced by its owner: earlier guesses no longer count. */
  forget(email: string): Promise<void> {
    return this.guesses.forget(email);
  }
}
