import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceKey } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

const NAME = 'earworm_device';
const YEAR_SECONDS = 365 * 86_400;
const ASK_AGAIN_MS = 250;

/** A device not met before, and the cookie it will be known again by. */
export interface NewDevice {
  readonly id: string;
  readonly cookie: string;
}

/**
 * Which browser it is: a random id in a cookie that scripts cannot read, signed, so that nobody chooses it. It says
 * nothing of who somebody is and is kept nowhere but in the counts of a limit.
 */
export class Devices {
  readonly #name: string;
  readonly #inCookies: RegExp;
  #key: Buffer | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    /** Over https the cookie never leaves by http. */
    private readonly isSecure: boolean,
  ) {
    // Browsers take a name with this prefix from this very host only: a neighbour cannot put a cookie of its own in front.
    this.#name = isSecure ? `__Host-${NAME}` : NAME;
    this.#inCookies = new RegExp(`(?:^|;\\s*)${this.#name}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);
  }

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

  /** What a request's cookies show of a device, good or not; null when that is nothing. */
  shownIn(cookies = ''): string | null {
    const shown = this.#inCookies.exec(cookies)?.[0];
    return shown === undefined ? null : copyOf(shown);
  }

  /** The device of a request's cookies; null when there is none of ours. */
  in(cookies: string | null | undefined): string | null {
    if (this.#key === null || typeof cookies !== 'string') return null;
    const [, id = '', signature = ''] = this.#inCookies.exec(cookies) ?? [];
    if (id === '') return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(this.#key, id);
    return given.length === expected.length && timingSafeEqual(given, expected) ? copyOf(id) : null;
  }

  /** Null while the key is not known. */
  meet(): NewDevice | null {
    if (this.#key === null) return null;
    const id = randomBytes(16).toString('base64url');
    const secure = this.isSecure ? '; Secure' : '';
    const value = `${id}.${sign(this.#key, id).toString('base64url')}`;
    const cookie = `${this.#name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    return { id, cookie };
  }
}

/** A piece of a header keeps all of the header, for as long as a socket or a count lasts. */
const copyOf = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');
const sign = (key: Buffer, id: string): Buffer => createHmac('sha256', key).update(id).digest();
