import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const NAME = 'earworm_device';
const YEAR_SECONDS = 365 * 86_400;

/** A device not met before, and the cookie it will be known again by. */
export interface NewDevice {
  readonly id: string;
  readonly cookie: string;
}

/** The cookie that a browser is known again by: a random id, signed, so that nobody chooses it, and out of reach of scripts. */
export class DeviceCookies {
  readonly #name: string;
  readonly #inCookies: RegExp;

  constructor(
    /** Over https the cookie never leaves by http. */
    private readonly isSecure: boolean,
  ) {
    // Browsers take a name with this prefix from this very host only: a neighbour cannot put a cookie of its own in front.
    this.#name = isSecure ? `__Host-${NAME}` : NAME;
    this.#inCookies = new RegExp(`(?:^|;\\s*)${this.#name}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);
  }

  /** What a request's cookies show of a device, good or not; null when that is nothing. */
  shownIn(cookies = ''): string | null {
    const shown = this.#inCookies.exec(cookies)?.[0];
    return shown === undefined ? null : copyOf(shown);
  }

  /** The device of a request's cookies; null when there is none that was signed with this key. */
  read(key: Buffer, cookies: string | null | undefined): string | null {
    if (typeof cookies !== 'string') return null;
    const [, id = '', signature = ''] = this.#inCookies.exec(cookies) ?? [];
    if (id === '') return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(key, id);
    return given.length === expected.length && timingSafeEqual(given, expected) ? copyOf(id) : null;
  }

  make(key: Buffer): NewDevice {
    const id = randomBytes(16).toString('base64url');
    const secure = this.isSecure ? '; Secure' : '';
    const value = `${id}.${sign(key, id).toString('base64url')}`;
    const cookie = `${this.#name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    return { id, cookie };
  }
}

/** A piece of a header keeps all of the header, for as long as a socket or a count lasts. */
const copyOf = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');
const sign = (key: Buffer, id: string): Buffer => createHmac('sha256', key).update(id).digest();
