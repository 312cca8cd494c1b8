import { addressKeyResolver } from '@earworm/service-kit/client-address';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Logger } from '@earworm/service-kit/log';
import type { IncomingMessage } from 'node:http';
import type { Devices } from './devices.js';

/** Whom limits are counted by, beside the user. */
export interface Caller {
  /** Shown by a signed cookie; null when there is none. */
  readonly device: string | null;
  /** Null: this machine itself, or not known. */
  readonly address: string | null;
}

/** What a cookie is put into: a response, or an upgrade's answer. */
interface HeaderTaker {
  appendHeader(name: string, value: string): unknown;
}

/** Somebody of whom nothing is known: counted by user alone. */
export const NOBODY: Caller = { device: null, address: null };

/** Tells callers apart. */
export class Callers {
  readonly #ruleOf;
  /** Several limits ask for a request's address, and it is parsed from headers. */
  readonly #addresses = new WeakMap<IncomingMessage, string | null>();
  #warned = false;

  constructor(
    private readonly devices: Devices,
    private readonly trustedProxies: readonly string[],
    private readonly ceilings: Pick<AddressLimits, 'admits'>,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.#ruleOf = addressKeyResolver(trustedProxies);
  }

  of(request: IncomingMessage): Caller {
    this.#warnOfProxy(request);
    if (!this.devices.areKnown) return NOBODY;
    return { device: this.devices.in(request.headers.cookie), address: this.addressOf(request) };
  }

  /** The same for a socket, to be asked at each command: it may be older than the key that cookies are read with. */
  ofSocket(request: IncomingMessage): () => Caller {
    this.#warnOfProxy(request);
    const shown = this.devices.shownIn(request.headers.cookie);
    const address = this.addressOf(request);
    let known: Caller | null = null;
    return () => {
      if (!this.devices.areKnown) return NOBODY;
      if (known !== null) return known;
      const device = this.devices.in(shown) ?? this.#strangerAt(address);
      const caller = { device, address };
      if (device !== null) known = caller;
      return caller;
    };
  }

  addressOf(request: IncomingMessage): string | null {
    const known = this.#addresses.get(request);
    if (known !== undefined) return known;
    const address = this.#ruleOf(request);
    this.#addresses.set(request, address);
    return address;
  }

  /** The caller's device, a new one for a browser that comes in for the first time: `keep` gives it its cookie. */
  meet({ device }: Caller): { device: string | null; keep(response: HeaderTaker): void } {
    const met = device === null ? this.devices.meet() : null;
    return {
      device: device ?? met?.id ?? null,
      keep: (response) => {
        if (met !== null) response.appendHeader('set-cookie', met.cookie);
      },
    };
  }

  /** Gives a browser that comes in for the first time its cookie. */
  welcome(caller: Caller, response: HeaderTaker): void {
    this.meet(caller).keep(response);
  }

  /** Gives it to one that is signed in and has none: it was before there were any, or came by a redirect. */
  recognise(request: IncomingMessage, response: HeaderTaker): void {
    const caller = this.of(request);
    if (caller.device === null && this.ceilings.admits('sign-ins', caller.address)) this.welcome(caller, response);
  }

  /** The same with the answer to a socket's upgrade, as which the socket itself is known from then on. */
  recogniseSocket(request: IncomingMessage, headers: string[]): void {
    const appendHeader = (name: string, cookie: string) => {
      headers.push(`${name}: ${cookie}`);
      request.headers.cookie = cookie;
    };
    this.recognise(request, { appendHeader });
  }

  /** A device for one socket that could not be given a cookie when it came; none to an address above its ceiling. */
  #strangerAt(address: string | null): string | null {
    return this.ceilings.admits('sign-ins', address) ? (this.devices.meet()?.id ?? null) : null;
  }

  /** Everybody behind such a proxy would be one address. */
  #warnOfProxy({ headers }: IncomingMessage): void {
    if (this.#warned || this.trustedProxies.length > 0 || headers['x-forwarded-for'] === undefined) return;
    this.#warned = true;
    this.log.warn('requests carry X-Forwarded-For, which is not believed: name the proxy in TRUSTED_PROXIES');
  }
}
