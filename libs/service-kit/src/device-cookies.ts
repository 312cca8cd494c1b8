import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

const NAME = 'earworm_device';
const YEAR_SECONDS = 365 * 86_400;

export interface NewDevice {
  readonly id: string;
  readonly cookie: string;
}

/** Recognises a browser by a random signed id in an HttpOnly cookie. */
export class DeviceCookies {
  readonly #name: string;
  readonly #inCookies: RegExp;

  constructor(private readonly isSecure: boolean) {
    // Browsers accept `__Host-` cookies from this very host only.
    this.#name = isSecure ? `__Host-${NAME}` : NAME;
    this.#inCookies = new RegExp(`(?:^|;\\s*)${this.#name}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);
  }

  cookieIn(cookies = ''): string | null {
    const cookie = this.#inCookies.exec(cookies)?.[0];
    return cookie === undefined ? null : copyOf(cookie);
  }

  read(key: KeyObject, cookies: string | null | undefined): string | null {
    if (typeof cookies !== 'string') return null;
    const [, id = '', signature = ''] = this.#inCookies.exec(cookies) ?? [];
    if (id === '') return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(key, id);
    return given.length === expected.length && timingSafeEqual(given, expected) ? copyOf(id) : null;
  }

  make(key: KeyObject): NewDevice {
    const id = randomBytes(16).toString('base64url');
    const secure = this.isSecure ? '; Secure' : '';
    const value = `${id}.${sign(key, id).toString('base64url')}`;
    const cookie = `${this.#name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    return { id, cookie };
  }
}

/** A substring would retain the whole header. */
const copyOf = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');
// A KeyObject: importing the bytes at each signature would take five times as long as the signature.
const sign = (key: KeyObject, id: string): Buffer => createHmac('sha256', key).update(id).digest();
