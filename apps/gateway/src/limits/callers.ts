import { addressKeyResolver } from '@earworm/service-kit/client-address';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Logger } from '@earworm/service-kit/log';
import type { IncomingMessage } from 'node:http';
import type { Devices } from './devices.js';

export interface Caller {
  readonly device: string | null;
  /** Null: loopback or unknown. */
  readonly address: string | null;
}

interface HeaderTaker {
  appendHeader(name: string, value: string): unknown;
}

export const ANONYMOUS: Caller = { device: null, address: null };

export class Callers {
  readonly #resolveAddress;
  /** Cached: several limits parse it. */
  readonly #addresses = new WeakMap<IncomingMessage, string | null>();
  /** Upgrades whose answer sets the cookie of a new device. */
  readonly #firstVisits = new WeakSet<IncomingMessage>();
  #warned = false;

  constructor(
    private readonly devices: Devices,
    private readonly trustedProxies: readonly string[],
    private readonly addressLimits: Pick<AddressLimits, 'admits'>,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.#resolveAddress = addressKeyResolver(trustedProxies);
  }

  of(request: IncomingMessage): Caller {
    this.#warnOfProxy(request);
    if (!this.devices.isReady) return ANONYMOUS;
    return { device: this.devices.read(request.headers.cookie), address: this.addressOf(request) };
  }

  /** Evaluated per command: the key may arrive after the socket. */
  ofSocket(request: IncomingMessage): () => Caller {
    this.#warnOfProxy(request);
    const deviceCookie = this.devices.cookieIn(request.headers.cookie);
    const address = this.addressOf(request);
    let identified: Caller | null = null;
    return () => {
      if (!this.devices.isReady) return ANONYMOUS;
      if (identified !== null) return identified;
      const device = this.devices.read(deviceCookie) ?? this.#newDeviceAt(address);
      const caller = { device, address };
      if (device !== null) identified = caller;
      return caller;
    };
  }

  addressOf(request: IncomingMessage): string | null {
    const cached = this.#addresses.get(request);
    if (cached !== undefined) return cached;
    const address = this.#resolveAddress(request);
    this.#addresses.set(request, address);
    return address;
  }

  /** `keep` sets the cookie of a new device. */
  identify({ device }: Caller): { device: string | null; keep(response: HeaderTaker): void } {
    const created = device === null ? this.devices.create() : null;
    return {
      device: device ?? created?.id ?? null,
      keep: (response) => {
        if (created !== null) response.appendHeader('set-cookie', created.cookie);
      },
    };
  }

  setDevice(caller: Caller, response: HeaderTaker): void {
    this.identify(caller).keep(response);
  }

  ensureDevice(request: IncomingMessage, response: HeaderTaker): void {
    const caller = this.of(request);
    if (caller.device === null && this.addressLimits.admits('sign-ins', caller.address))
      this.setDevice(caller, response);
  }

  /** Sets the cookie with the upgrade's answer. */
  ensureSocketDevice(request: IncomingMessage, headers: string[]): void {
    const appendHeader = (name: string, cookie: string) => {
      headers.push(`${name}: ${cookie}`);
      request.headers.cookie = cookie;
      this.#firstVisits.add(request);
    };
    this.ensureDevice(request, { appendHeader });
  }

  /** Of a socket: its device is new. */
  isFirstVisit(request: IncomingMessage): boolean {
    return this.#firstVisits.has(request);
  }

  /** A device for a socket without a cookie; null above the address limit. */
  #newDeviceAt(address: string | null): string | null {
    return this.addressLimits.admits('sign-ins', address) ? (this.devices.create()?.id ?? null) : null;
  }

  /** Otherwise all clients share the proxy's address. */
  #warnOfProxy({ headers }: IncomingMessage): void {
    if (this.#warned || this.trustedProxies.length > 0 || headers['x-forwarded-for'] === undefined) return;
    this.#warned = true;
    this.log.warn('ignoring X-Forwarded-For of an untrusted proxy: name the proxy in TRUSTED_PROXIES');
  }
}
