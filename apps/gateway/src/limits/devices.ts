import { deviceKey } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { DeviceCookies, type NewDevice } from '@earworm/service-kit/device-cookies';
import { PolledKeys } from './polled-keys.js';

/** Identifies browsers, not people; only used for limits and known devices of accounts. */
export class Devices {
  readonly #cookies: DeviceCookies;
  readonly #keys: PolledKeys;

  constructor(bus: Pick<Bus, 'call'>, isSecure: boolean) {
    this.#cookies = new DeviceCookies(isSecure);
    this.#keys = new PolledKeys(async () => [(await bus.call(deviceKey, {}, { timeoutMs: 2_000 })).key]);
  }

  /** Until the key is known all devices are unknown. */
  start(): void {
    this.#keys.start();
  }

  stop(): void {
    this.#keys.stop();
  }

  get isReady(): boolean {
    return this.#key !== undefined;
  }

  get #key() {
    return this.#keys.all[0];
  }

  /** Unverified. */
  cookieIn(cookies = ''): string | null {
    return this.#cookies.cookieIn(cookies);
  }

  read(cookies: string | null | undefined): string | null {
    return this.#key === undefined ? null : this.#cookies.read(this.#key, cookies);
  }

  create(): NewDevice | null {
    return this.#key === undefined ? null : this.#cookies.make(this.#key);
  }
}
