import { type Delay, RefusedError } from '@earworm/contracts';
import type { Connection } from '../connections/connection.js';
import type { Room } from '../fan-out/room.js';

/** Joins of this gateway that wait for their turn. The player is shown the place, the moderator how many wait. */
export class DelayedJoins {
  /** What ends the waits of a socket. Bounded by the commands a socket may give. */
  readonly #waiting = new WeakMap<Connection, Set<() => void>>();

  /** Resolves when it is the command's turn; rejects when its socket is gone before: its place is kept for it. */
  async wait(connection: Connection, room: Pick<Room, 'presence'>, id: string, delay: Delay): Promise<void> {
    connection.say({ type: 'delayed', id, ...delay });
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, delay.ms);
    const waits = this.#waiting.get(connection) ?? new Set();
    this.#waiting.set(connection, waits.add(resolve));
    room.presence.delays(1);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      waits.delete(resolve);
      room.presence.delays(-1);
    }
    if (!connection.open) throw new RefusedError('retry');
  }

  /** The socket is closed. */
  leave(connection: Connection): void {
    for (const end of this.#waiting.get(connection) ?? []) end();
  }
}
