import type { Reading, SocketClass, SocketLike } from '@earworm/client';
import { LeanSocket } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import type { Slip } from './record.js';

/** All sockets of a run, so that they can be cut. */
export type OpenSockets = Set<LeanSocket>;

interface WatchedTerms {
  /** The server to connect to, asked for every new socket: whoever was cut off may come back through another one. */
  readonly nextUrl: () => string;
  readonly open: OpenSockets;
  readonly reading: Reading;
  readonly onSlip: (slip: Slip) => void;
}

/** A socket that looks at every frame before the client does: what one socket is sent must follow on. */
export function watchedSocket({ nextUrl, open, reading, onSlip }: WatchedTerms): SocketClass {
  return class implements SocketLike {
    onopen: SocketLike['onopen'] = null;
    onmessage: SocketLike['onmessage'] = null;
    onclose: SocketLike['onclose'] = null;
    onerror: SocketLike['onerror'] = null;
    readonly #inner: LeanSocket;
    #last: number | null = null;

    constructor() {
      const inner = new LeanSocket(socketUrl(nextUrl()));
      this.#inner = inner;
      open.add(inner);
      inner.onopen = (event) => this.onopen?.(event);
      inner.onerror = (event) => this.onerror?.(event);
      inner.onclose = (event) => {
        open.delete(inner);
        this.onclose?.(event);
      };
      inner.onmessage = (message) => {
        this.#look(message.data);
        this.onmessage?.(message);
      };
    }

    send(text: string): void {
      this.#inner.send(text);
    }

    close(): void {
      this.#inner.close();
    }

    #look(data: unknown): void {
      const frame = reading.parse(data);
      if (frame?.type === 'snapshot') this.#last = frame.version;
      if (frame?.type !== 'events') return;
      const { from, list } = frame;
      if (this.#last !== null && from !== this.#last + 1) {
        const kind = from <= this.#last ? 'doubled' : 'disordered';
        onSlip({ kind, what: `a socket was sent ${from} after ${this.#last}` });
      }
      this.#last = from + list.length - 1;
    }
  };
}
