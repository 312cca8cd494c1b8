import type { Socket } from 'node:net';

const STATES = ['waiting', 'answering', 'queued', 'unseated'] as const;

/**
 * - waiting: the server expects something from its client.
 * - answering: its request is being answered.
 * - queued: its request waits in a line, as that of game codes.
 * - unseated: it sent a valid first frame, of a player without a seat.
 * - null: in use by a seated player, a moderator, a stage or an administrator; never evicted.
 */
export type ConnectionState = (typeof STATES)[number] | null;

/** A newcomer needs so long to send a request: it must not be the first to make room for the next one. */
const GRACE_MS = 1_000;

/** Which connection makes room for a new one. */
export class EvictionOrder {
  /** By state: since when, in this order. */
  readonly #since = new Map(STATES.map((state) => [state, new Map<Socket, number>()]));

  constructor(private readonly now: () => number) {}

  stateOf(socket: Socket): ConnectionState {
    return STATES.find((state) => this.#since.get(state)?.has(socket)) ?? null;
  }

  /** Keeps its place in the state that it has. */
  move(socket: Socket, to: ConnectionState): void {
    for (const [state, sockets] of this.#since) {
      if (state !== to) sockets.delete(socket);
      else if (!sockets.has(socket)) sockets.set(socket, this.now());
    }
  }

  /**
   * The one that has waited longest; then one whose client does not take its response, the first in a line, the first
   * without a seat, and last one that has come just now.
   */
  next(): Socket | undefined {
    const latest = this.now() - GRACE_MS;
    return (
      this.#first('waiting', (_, since) => since <= latest) ??
      this.#first('answering', ({ writableLength }) => writableLength > 0) ??
      this.#first('queued') ??
      this.#first('unseated') ??
      this.#first('waiting')
    );
  }

  #first(
    state: (typeof STATES)[number],
    mayLeave: (socket: Socket, since: number) => boolean = () => true,
  ): Socket | undefined {
    for (const [socket, since] of this.#since.get(state) ?? []) {
      if (mayLeave(socket, since)) return socket;
      // All others have waited less.
      if (state === 'waiting') return undefined;
    }
    return undefined;
  }
}
