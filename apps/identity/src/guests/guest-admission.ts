import { randomUUID } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';

const LARGEST_BATCH = 500;
/** After so long those who wait now are in. */
const FULL_WAIT_SECONDS = 5;

/**
 * Lets guests in. While one insert is in flight the next guests collect, so a room that arrives at once costs a handful
 * of statements. `waiting` bounds the crowd; more are refused `guest-wait`.
 */
export class GuestDoor {
  #waiting: { id: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #busy = false;

  constructor(
    private readonly insert: (ids: readonly string[]) => Promise<void>,
    private readonly waiting = 5000,
  ) {}

  /** The new guest's id and the moment its row is committed; whatever else is needed can be made meanwhile. */
  admit(): { id: string; committed: Promise<void> } {
    if (this.#waiting.length >= this.waiting) throw new RefusedError('guest-wait', { n: FULL_WAIT_SECONDS });
    const id = randomUUID();
    const committed = new Promise<void>((resolve, reject) => this.#waiting.push({ id, resolve, reject }));
    void this.#work();
    return { id, committed };
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LARGEST_BATCH);
      try {
        await this.insert(batch.map((guest) => guest.id));
        for (const guest of batch) guest.resolve();
      } catch (error) {
        for (const guest of batch) guest.reject(error);
      }
    }
    this.#busy = false;
  }
}
