import { deviceKey } from '@earworm/contracts';
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Bus } from '@earworm/service-kit/bus';
import { DeviceCookies, type NewDevice } from '@earworm/service-kit/device-cookies';

const ASK_AGAIN_MS = 250;

/** Identifies browsers, not people; only used for limits and known devices of accounts. */
export class Devices {
  readonly #cookies: DeviceCookies;
  #key: KeyObject | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    isSecure: boolean,
  ) {
    this.#cookies = new DeviceCookies(isSecure);
  }

  /** Retries until the key is known; until then all devices are unknown. */
  start(): void {
    this.bus.call(deviceKey, {}, { timeoutMs: 2_000 }).then(
      ({ key }) => (this.#key = createSecretKey(key, 'utf8')),
      () => {
        if (!this.#stopped) this.#timer = setTimeout(() => this.start(), ASK_AGAIN_MS).unref();
      },
    );
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  get isReady(): boolean {
    return this.#key !== null;
  }

  /** Unverified. */
  cookieIn(cookies = ''): string | null {
    return this.#cookies.cookieIn(cookies);
  }

  read(cookies: string | null | undefined): string | null {
    return this.#key === null ? null : this.#cookies.read(this.#key, cookies);
  }

  create(): NewDevice | null {
    return this.#key === null ? null : this.#cookies.make(this.#key);
  }
}
