import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceKey } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

const COOKIE = 'earworm_device';
const IN_COOKIES = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);
const YEAR_SECONDS = 365 * 86_400;
const ASK_AGAIN_MS = 250;

/**
 * Which browser it is: a random id in a cookie that scripts cannot read, signed, so that nobody chooses it. It says
 * nothing of who somebody is and is kept nowhere but in the counts of a limit.
 */
export class Devices {
  #key: Buffer | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    /** Over https the cookie never leaves by http. */
    private readonly isSecure: boolean,
  ) {}

  /** Asks for the key until it is known. Until then nobody can be told apart, and nobody is taken to hide. */
  start(): void {
    this.bus.call(deviceKey, {}, { timeoutMs: 2_000 }).then(
      ({ key }) => (this.#key = Buffer.from(key)),
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

  /** The device of a request's cookies; null when there is none of ours. */
  in(cookies: string | undefined): string | null {
    if (this.#key === null || cookies === undefined) return null;
    const [, id = '', signature = ''] = IN_COOKIES.exec(cookies) ?? [];
    if (id === '') return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(this.#key, id);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  /** The cookie of a device not met before; null while the key is not known. */
  newCookie(): string | null {
    if (this.#key === null) return null;
    const id = randomBytes(16).toString('base64url');
    const secure = this.isSecure ? '; Secure' : '';
    const value = `${id}.${sign(this.#key, id).toString('base64url')}`;
    return `${COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  }
}

const sign = (key: Buffer, id: string): Buffer => createHmac('sha256', key).update(id).digest();
