import { raiseFor } from '@earworm/contracts';
import type { RaisedAddresses } from '@earworm/service-kit/raised-addresses';
import { addressKey, trustedProxyMatcher } from '@earworm/service-kit/client-address';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '../wire/request.js';
import type { Descriptors } from './descriptors.js';
import { EvictionOrder, type ConnectionState } from './eviction-order.js';

export interface ConnectionLimitsDependencies {
  readonly perAddress: number;
  readonly raised: Pick<RaisedAddresses, 'at'>;
  readonly trustedProxies: readonly string[];
  readonly descriptors: Pick<Descriptors, 'shareOfOne' | 'hasRoom'>;
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly onRefused: (reason: 'address-connections' | 'descriptors') => void;
  readonly onEvicted: () => void;
  readonly now?: () => number;
}

type Leave = () => void;

interface OfAddress {
  open: number;
  readonly order: EvictionOrder;
}

const UNCOUNTED: Leave = () => undefined;

/**
 * Behind a trusted proxy its requests and sockets count instead of connections; loopback does not count. A connection
 * waits while the server expects something from its client: the bytes of a request, the first frame, or that it closes.
 * At a limit a newcomer replaces another one, see `EvictionOrder`, so that slow connections do not keep others out. A
 * socket that is in use is never replaced.
 */
export class ConnectionLimits {
  readonly #byAddress = new Map<string, OfAddress>();
  readonly #order: EvictionOrder;
  readonly #addresses = new WeakMap<Socket, OfAddress>();
  readonly #isProxy: (remoteAddress: string) => boolean;
  #open = 0;

  constructor(private readonly deps: ConnectionLimitsDependencies) {
    this.#order = this.#newOrder();
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
      if (!this.deps.descriptors.hasRoom(this.#open + 1) && !this.#evictFrom(this.#order)) {
        leave();
        this.deps.onRefused('descriptors');
        return void socket.destroy();
      }
      this.#open += 1;
      this.wait(socket);
      socket.once('close', () => {
        this.#open -= 1;
        this.endWait(socket);
        leave();
      });
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const answer = () => {
        // The rest of a body may arrive after its refusal.
        if (!response.closed) this.#move(socket, 'answering');
      };
      if (hasBody(request)) request.once('end', answer);
      else answer();
      response.once('close', () => this.wait(socket));
    });
  }

  /** Null when the client has too many. */
  enter(request: IncomingMessage): Leave | null {
    const { socket } = request;
    return this.#isProxy(socket.remoteAddress ?? '') ? this.#enter(this.deps.addressOf(request), socket) : UNCOUNTED;
  }

  /** The server expects something from its client. Keeps its place if it waits already. */
  wait(socket: Socket): void {
    if (!socket.destroyed) this.#move(socket, 'waiting');
  }

  /** It sends what is expected: it has waited least. */
  renewWait(socket: Socket): void {
    if (this.#order.stateOf(socket) !== 'waiting') return;
    this.endWait(socket);
    this.wait(socket);
  }

  /** Its request waits in a line. */
  queue(socket: Socket): void {
    if (!socket.destroyed) this.#move(socket, 'queued');
  }

  /** It sent a first frame, and has no seat. */
  leaveUnseated(socket: Socket): void {
    if (!socket.destroyed) this.#move(socket, 'unseated');
  }

  /** It is in use. */
  endWait(socket: Socket): void {
    this.#move(socket, null);
  }

  #newOrder(): EvictionOrder {
    return new EvictionOrder(this.deps.now ?? (() => performance.now()));
  }

  #move(socket: Socket, to: ConnectionState): void {
    this.#order.move(socket, to);
    this.#addresses.get(socket)?.order.move(socket, to);
  }

  /** False: none can be replaced. */
  #evictFrom(order: EvictionOrder): boolean {
    const next = order.next();
    if (next === undefined) return false;
    this.endWait(next);
    // Else the kernel would keep what the client does not take.
    if (next.writableLength > 0) next.resetAndDestroy();
    else next.destroy();
    this.deps.onEvicted();
    return true;
  }

  #mostOf(address: string): number {
    const { perAddress, raised, descriptors } = this.deps;
    return Math.min(Math.floor(perAddress * raiseFor(raised.at(address)?.people ?? 0)), descriptors.shareOfOne);
  }

  #enter(address: string | null, socket: Socket): Leave | null {
    if (address === null) return UNCOUNTED;
    const known = this.#byAddress.get(address) ?? { open: 0, order: this.#newOrder() };
    const isFull = known.open >= this.#mostOf(address);
    if (isFull && !this.#evictFrom(known.order)) {
      this.deps.onRefused('address-connections');
      return null;
    }
    known.open += 1;
    this.#byAddress.set(address, known);
    this.#addresses.set(socket, known);
    known.order.move(socket, this.#order.stateOf(socket));
    return () => {
      known.open -= 1;
      known.order.move(socket, null);
      this.#addresses.delete(socket);
      if (known.open === 0) this.#byAddress.delete(address);
    };
  }
}
