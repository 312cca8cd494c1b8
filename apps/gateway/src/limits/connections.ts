import { addressKey, trustedProxyMatcher } from '@earworm/service-kit/client-address';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Descriptors } from './descriptors.js';

export interface ConnectionTerms {
  readonly perAddress: number;
  readonly trustedProxies: readonly string[];
  readonly descriptors: Pick<Descriptors, 'shareOfOne' | 'hasRoom'>;
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly onRefused: (reason: 'address-connections' | 'descriptors') => void;
}

type Leave = () => void;

/** Something else counts it, or nothing does. */
const UNCOUNTED: Leave = () => undefined;

/**
 * Open connections by address: none takes them all from the others. Those of a trusted proxy are its clients': each
 * request that it hands on counts while it is answered, each socket while it is open. This machine itself is not counted.
 */
export class Connections {
  readonly #byAddress = new Map<string, number>();
  readonly #isProxy: (remoteAddress: string) => boolean;
  #open = 0;

  constructor(private readonly terms: ConnectionTerms) {
    this.#isProxy = trustedProxyMatcher(terms.trustedProxies);
  }

  /** Of this server, behind proxies or not. */
  get open(): number {
    return this.#open;
  }

  /** Cuts connections of a server that nothing may be spent on. */
  watch(server: Pick<Server, 'on' | 'closeIdleConnections'>): void {
    server.on('connection', (socket: Socket) => {
      if (!this.terms.descriptors.hasRoom(this.#open + 1)) {
        // Whoever asks again on one of these connects anew; whoever plays has a socket.
        server.closeIdleConnections();
        this.terms.onRefused('descriptors');
        return void socket.destroy();
      }
      const { remoteAddress = '' } = socket;
      const leave = this.#isProxy(remoteAddress) ? UNCOUNTED : this.#enter(addressKey(remoteAddress));
      if (leave === null) return void socket.destroy();
      this.#open += 1;
      socket.once('close', () => {
        this.#open -= 1;
        leave();
      });
    });
  }

  /** Counts what a trusted proxy hands on, until it is left; null when its client has too much open. */
  enter(request: IncomingMessage): Leave | null {
    return this.#isProxy(request.socket.remoteAddress ?? '') ? this.#enter(this.terms.addressOf(request)) : UNCOUNTED;
  }

  #enter(address: string | null): Leave | null {
    if (address === null) return UNCOUNTED;
    const open = this.#byAddress.get(address) ?? 0;
    if (open >= Math.min(this.terms.perAddress, this.terms.descriptors.shareOfOne)) {
      this.terms.onRefused('address-connections');
      return null;
    }
    this.#byAddress.set(address, open + 1);
    return () => {
      const left = (this.#byAddress.get(address) ?? 0) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    };
  }
}
