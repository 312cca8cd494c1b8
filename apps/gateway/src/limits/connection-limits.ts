import { addressKey, trustedProxyMatcher } from '@earworm/service-kit/client-address';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '../wire/request.js';
import type { Descriptors } from './descriptors.js';

export interface ConnectionLimitsDependencies {
  readonly perAddress: number;
  readonly trustedProxies: readonly string[];
  readonly descriptors: Pick<Descriptors, 'shareOfOne' | 'hasRoom'>;
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly onRefused: (reason: 'address-connections' | 'descriptors') => void;
  readonly onEvicted: () => void;
}

type Leave = () => void;

interface OfAddress {
  open: number;
  readonly waiting: Set<Socket>;
}

const UNCOUNTED: Leave = () => undefined;

/**
 * Behind a trusted proxy its requests and sockets count instead of connections; loopback does not count. A connection
 * waits while the server expects bytes of a request or the first frame from it. At a limit a newcomer replaces the one
 * that has waited longest, so that silent connections do not keep others out.
 */
export class ConnectionLimits {
  readonly #byAddress = new Map<string, OfAddress>();
  /** In order of the beginning of their wait. */
  readonly #waiting = new Set<Socket>();
  readonly #addresses = new WeakMap<Socket, OfAddress>();
  readonly #isProxy: (remoteAddress: string) => boolean;
  #open = 0;

  constructor(private readonly deps: ConnectionLimitsDependencies) {
    this.#isProxy = trustedProxyMatcher(deps.trustedProxies);
  }

  get open(): number {
    return this.#open;
  }

  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', (socket: Socket) => {
      const { remoteAddress = '' } = socket;
      const leave = this.#isProxy(remoteAddress) ? UNCOUNTED : this.#enter(addressKey(remoteAddress), socket);
      if (leave === null) return void socket.destroy();
      if (!this.deps.descriptors.hasRoom(this.#open + 1) && !this.#evictFrom(this.#waiting)) {
        leave();
        this.deps.onRefused('descriptors');
        return void socket.destroy();
      }
      this.#open += 1;
      this.#wait(socket);
      socket.once('close', () => {
        this.#open -= 1;
        this.endWait(socket);
        leave();
      });
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      if (hasBody(request)) request.once('end', () => this.endWait(socket));
      else this.endWait(socket);
      response.once('close', () => this.#wait(socket));
    });
  }

  /** Null when the client has too many. */
  enter(request: IncomingMessage): Leave | null {
    const { socket } = request;
    return this.#isProxy(socket.remoteAddress ?? '') ? this.#enter(this.deps.addressOf(request), socket) : UNCOUNTED;
  }

  /** It sent a whole request, or a first frame. */
  endWait(socket: Socket): void {
    this.#waiting.delete(socket);
    this.#addresses.get(socket)?.waiting.delete(socket);
  }

  #wait(socket: Socket): void {
    if (socket.destroyed) return;
    this.#waiting.add(socket);
    this.#addresses.get(socket)?.waiting.add(socket);
  }

  /** False: none of them waits. */
  #evictFrom(waiting: ReadonlySet<Socket>): boolean {
    const [longest] = waiting;
    if (longest === undefined) return false;
    this.endWait(longest);
    longest.destroy();
    this.deps.onEvicted();
    return true;
  }

  #enter(address: string | null, socket: Socket): Leave | null {
    if (address === null) return UNCOUNTED;
    const known = this.#byAddress.get(address) ?? { open: 0, waiting: new Set() };
    const isFull = known.open >= Math.min(this.deps.perAddress, this.deps.descriptors.shareOfOne);
    if (isFull && !this.#evictFrom(known.waiting)) {
      this.deps.onRefused('address-connections');
      return null;
    }
    known.open += 1;
    this.#byAddress.set(address, known);
    this.#addresses.set(socket, known);
    if (this.#waiting.has(socket)) known.waiting.add(socket);
    return () => {
      known.open -= 1;
      known.waiting.delete(socket);
      this.#addresses.delete(socket);
      if (known.open === 0) this.#byAddress.delete(address);
    };
  }
}
