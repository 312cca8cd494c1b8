import type { SocketClass, SocketLike } from '@earworm/client';
import { CLOSE_CODES, SOCKET_PATH } from '@earworm/contracts';
import { WebSocket } from 'k6/websockets';
import { afterBurst, setMessage, receivedAt } from './last-message.js';
import { metrics } from './metrics.js';

const REASONS = new Map<number, string>(Object.entries(CLOSE_CODES).map(([reason, code]) => [code, reason]));

/** A socket whose connection can be ended so that the client takes it for lost. */
export interface CuttableSocket {
  cut(): void;
}

/**
 * k6's sockets for one client, which uses one after the other; `onMade` is given each. The time without one is measured:
 * from the end of a socket until its successor hears the first frame.
 */
export function socketsWith(
  headers: Readonly<Record<string, string>>,
  onMade: (socket: CuttableSocket) => void = () => undefined,
): SocketClass {
  let lostAt: number | null = null;
  return class K6Socket implements SocketLike, CuttableSocket {
    onopen: SocketLike['onopen'] = null;
    onmessage: SocketLike['onmessage'] = null;
    onclose: SocketLike['onclose'] = null;
    onerror: SocketLike['onerror'] = null;
    readonly #socket: WebSocket;
    #isOpen = false;
    #isLeft = false;

    constructor(url: string) {
      const socket = new WebSocket(url, null, { headers: { ...headers }, tags: { name: SOCKET_PATH } });
      this.#socket = socket;
      socket.onopen = () => {
        this.#isOpen = true;
        if (this.#isLeft) socket.close();
        else this.onopen?.({});
      };
      socket.onmessage = (message) =>
        afterBurst(() => {
          setMessage(message);
          if (lostAt !== null) metrics.reconnect.add((receivedAt() - lostAt) / 1_000);
          lostAt = null;
          this.onmessage?.({ data: message?.data });
        });
      // Its type leaves the event out.
      socket.onclose = ((event: { readonly code: number }) => this.#closed(event.code)) as () => void;
      socket.onerror = (error) => this.onerror?.(error ?? {});
      onMade(this);
    }

    send(text: string): void {
      // Where browsers drop what is sent on a socket that is closing, k6 throws and ends the VU.
      if (this.#isOpen) this.#socket.send(text);
    }

    close(): void {
      this.#isLeft = true;
      // k6 waits forever when a socket is closed before it is open.
      if (this.#isOpen) this.#socket.close();
      this.#isOpen = false;
    }

    /** k6 cannot break a line without a word. */
    cut(): void {
      if (!this.#isOpen) return;
      this.#isOpen = false;
      lostAt ??= performance.now();
      this.#socket.close();
    }

    #closed(code: number): void {
      this.#isOpen = false;
      if (this.#isLeft) return;
      if (lostAt === null) metrics.closings.add(1, { reason: REASONS.get(code) ?? String(code) });
      lostAt ??= performance.now();
      this.onclose?.({ code });
    }
  };
}
