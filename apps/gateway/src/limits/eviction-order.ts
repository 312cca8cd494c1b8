import type { Socket } from 'node:net';

/** Null: in use, never evicted. */
export type ConnectionState = 'waiting' | 'answering' | null;

/** Which connection makes room for a new one. */
export class EvictionOrder {
  /** In order of the beginning of their wait. */
  readonly #waiting = new Set<Socket>();
  /** In order of their requests. */
  readonly #answering = new Set<Socket>();

  stateOf(socket: Socket): ConnectionState {
    if (this.#waiting.has(socket)) return 'waiting';
    return this.#answering.has(socket) ? 'answering' : null;
  }

  /** Keeps its place in the state that it has. */
  move(socket: Socket, to: ConnectionState): void {
    if (to !== 'waiting') this.#waiting.delete(socket);
    if (to !== 'answering') this.#answering.delete(socket);
    if (to === 'waiting') this.#waiting.add(socket);
    else if (to === 'answering') this.#answering.add(socket);
  }

  /** The one that has waited longest, or else the first whose client does not take its response. */
  next(): Socket | undefined {
    for (const socket of this.#waiting) return socket;
    for (const socket of this.#answering) if (socket.writableLength > 0) return socket;
    return undefined;
  }
}
