import { RefusedError } from '@earworm/contracts';
import type { LoginThrottle } from '@earworm/service-kit/login-throttle';
import type { KnownDevices } from './known-devices.js';

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
