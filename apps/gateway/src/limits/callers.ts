import { addressRule, type Ceilings } from '@earworm/service-kit/ceilings';
import type { Logger } from '@earworm/service-kit/log';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Devices } from './devices.js';

/** Whom limits are counted by, beside the user. */
export interface Caller {
  /** Shown by a signed cookie; null when there is none. */
  readonly device: string | null;
  /** Null: this machine itself, or not known. */
  readonly address: string | null;
}

/** Somebody of whom nothing is known: counted by user alone. */
export const NOBODY: Caller = { device: null, address: null };

/** Tells callers apart. */
export class Callers {
  readonly #addressOf;
  #warned = false;

  constructor(
    private readonly devices: Devices,
    private readonly trustedProxies: readonly string[],
    private readonly ceilings: Pick<Ceilings, 'admits'>,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.#addressOf = addressRule(trustedProxies);
  }

  of(request: IncomingMessage): Caller {
    this.#warnOfProxy(request);
    if (!this.devices.areKnown) return NOBODY;
    return { device: this.devices.in(request.headers.cookie), address: this.#addressOf(request) };
  }

  addressOf(request: IncomingMessage): string | null {
    return this.#addressOf(request);
  }

  /** Gives a browser that comes in for the first time its cookie. */
  welcome({ device }: Caller, response: Pick<ServerResponse, 'appendHeader'>): void {
    if (device !== null) return;
    const cookie = this.devices.newCookie();
    if (cookie !== null) response.appendHeader('set-cookie', cookie);
  }

  /** Gives it to one that is signed in and has none: it was before there were any, or came by a redirect. */
  recognise(request: IncomingMessage, response: Pick<ServerResponse, 'appendHeader'>): void {
    const caller = this.of(request);
    if (caller.device === null && this.ceilings.admits('sign-ins', caller.address)) this.welcome(caller, response);
  }

  /** Everybody behind such a proxy would be one address. */
  #warnOfProxy({ headers }: IncomingMessage): void {
    if (this.#warned || this.trustedProxies.length > 0 || headers['x-forwarded-for'] === undefined) return;
    this.#warned = true;
    this.log.warn('requests carry X-Forwarded-For, which is not believed: name the proxy in TRUSTED_PROXIES');
  }
}
