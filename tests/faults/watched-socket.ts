import type { Reading, SocketClass, SocketLike } from '@earworm/client';
import { LeanSocket } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import type { SentSnapshot, Slip } from './record.js';

/** All sockets of a run, so that they can be cut. */
export type OpenSockets = Set<LeanSocket>;

interface WatchedTerms {
  /**
   * The server to connect to, requested for every new socket: a client that was cut off may return through another one.
   */
  readonly nextUrl: () => string;
  readonly open: OpenSockets;
  readonly reading: Reading;
  readonly onSlip: (slip: Slip) => void;
  readonly onSnapshot: (sent: SentSnapshot) => void;
}

/** A socket that looks at every frame before the client does: what one socket is sent must follow on. */
export function watchedSocket({ nextUrl, open, reading, onSlip, onSnapshot }: WatchedTerms): SocketClass {
  return class implements SocketLike {
    onopen: SocketLike['onopen'] = null;
    onmessage: SocketLike['onmessage'] = null;
    onclose: SocketLike['onclose'] = null;
    onerror: SocketLike['onerror'] = null;
    readonly #inner: LeanSocket;
    #last: number | null = null;
    #isAtStart = true;

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
      if (frame?.type === 'snapshot') {
        onSnapshot({ version: frame.version, at: Date.now(), view: frame.state, seat: frame.seat });
        this.#beginsAt(frame.version);
      }
      if (frame?.type !== 'events') return;
      const { from, list } = frame;
      const to = from + list.length - 1;
      // An answer to where the client stands: nothing new yet.
      if (list.length === 0) return this.#beginsAt(to);
      if (this.#last !== null) {
        const what = `a socket was sent ${from} to ${to} after ${this.#last}`;
        if (from > this.#last + 1) onSlip({ kind: 'disordered', what });
        if (from <= this.#last && !(this.#isAtStart && to > this.#last)) onSlip({ kind: 'doubled', what });
      }
      this.#last = to;
      this.#isAtStart = false;
    }

    /** What was committed together comes in one frame, so the first may begin before what the client already has. */
    #beginsAt(version: number): void {
      this.#last = version;
      this.#isAtStart = true;
    }
  };
}
