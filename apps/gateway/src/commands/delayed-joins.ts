import { type Delay, RefusedError } from '@earworm/contracts';
import type { Connection } from '../connections/connection.js';
import type { Room } from '../fan-out/room.js';

/** Joins queued by the rate-limit service. Players see their place, the moderator the count. */
export class DelayedJoins {
  readonly #waiting = new WeakMap<Connection, Set<() => void>>();

  /** Rejects when the socket closes; the place is kept. */
  async wait(connection: Connection, room: Pick<Room, 'presence'>, id: string, delay: Delay): Promise<void> {
    connection.send({ type: 'delayed', id, ...delay });
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, delay.ms);
    const waits = this.#waiting.get(connection) ?? new Set();
    this.#waiting.set(connection, waits.add(resolve));
    room.presence.addDelayed(1);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      waits.delete(resolve);
      room.presence.addDelayed(-1);
    }
    if (!connection.open) throw new RefusedError('retry');
  }

  leave(connection: Connection): void {
    for (const end of this.#waiting.get(connection) ?? []) end();
  }
}
