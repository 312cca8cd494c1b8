import { addressKey, trustedProxyMatcher } from '@earworm/service-kit/client-address';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Descriptors } from './descriptors.js';

export interface ConnectionLimitsDependencies {
  readonly perAddress: number;
  readonly trustedProxies: readonly string[];
  readonly descriptors: Pick<Descriptors, 'shareOfOne' | 'hasRoom'>;
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly onRefused: (reason: 'address-connections' | 'descriptors') => void;
}

type Leave = () => void;

const UNCOUNTED: Leave = () => undefined;

/** Behind a trusted proxy its requests and sockets count instead of connections; loopback does not count. */
export class ConnectionLimits {
  readonly #byAddress = new Map<string, number>();
  readonly #isProxy: (remoteAddress: string) => boolean;
  #open = 0;

  constructor(private readonly deps: ConnectionLimitsDependencies) {
    this.#isProxy = trustedProxyMatcher(deps.trustedProxies);
  }

  get open(): number {
    return this.#open;
  }

  watch(server: Pick<Server, 'on' | 'closeIdleConnections'>): void {
    server.on('connection', (socket: Socket) => {
      if (!this.deps.descriptors.hasRoom(this.#open + 1)) {
        // Idle clients reconnect; players keep their sockets.
        server.closeIdleConnections();
        this.deps.onRefused('descriptors');
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

  /** Null when the client has too many. */
  enter(request: IncomingMessage): Leave | null {
    return this.#isProxy(request.socket.remoteAddress ?? '') ? this.#enter(this.deps.addressOf(request)) : UNCOUNTED;
  }

  #enter(address: string | null): Leave | null {
    if (address === null) return UNCOUNTED;
    const open = this.#byAddress.get(address) ?? 0;
    if (open >= Math.min(this.deps.perAddress, this.deps.descriptors.shareOfOne)) {
      this.deps.onRefused('address-connections');
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
