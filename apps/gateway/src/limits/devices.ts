import { deviceKey } from '@earworm/contracts';
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Bus } from '@earworm/service-kit/bus';
import { DeviceCookies, type NewDevice } from '@earworm/service-kit/device-cookies';

const ASK_AGAIN_MS = 250;

/**
 * Which browser it is. It says nothing of who somebody is and is kept nowhere but in the counts of a limit, and with an
 * account that was signed in to on it.
 */
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

  /** Asks for the key until it is known. Until then nobody can be told apart, and nobody is taken to hide. */
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

  get areKnown(): boolean {
    return this.#key !== null;
  }

  /** What a request's cookies show of a device, good or not; null when that is nothing. */
  shownIn(cookies = ''): string | null {
    return this.#cookies.shownIn(cookies);
  }

  /** The device of a request's cookies; null when there is none of ours. */
  in(cookies: string | null | undefined): string | null {
    return this.#key === null ? null : this.#cookies.read(this.#key, cookies);
  }

  /** Null while the key is not known. */
  meet(): NewDevice | null {
    return this.#key === null ? null : this.#cookies.make(this.#key);
  }
}
