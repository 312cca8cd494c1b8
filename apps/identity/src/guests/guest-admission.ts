import { randomUUID } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { Batcher } from '@earworm/service-kit/resilience';

const LARGEST_BATCH = 500;
/** No guest notices it, and at 400 guests a second it saves three of four statements. */
const COLLECT_MS = 10;
/** Until the guests that wait now are inserted. */
const FULL_WAIT_SECONDS = 5;

/** Inserts guests in batches: a whole venue that arrives at once costs a handful of statements. */
export class GuestAdmission {
  readonly #inserts: Batcher<string>;

  constructor(insert: (ids: readonly string[]) => Promise<void>, waiting = 5_000) {
    this.#inserts = new Batcher(insert, { largest: LARGEST_BATCH, queue: waiting, collectMs: COLLECT_MS });
  }

  /** `committed` resolves with the guest's row, so that tokens can be made meanwhile. Throws `guest-wait` when too many wait. */
  admit(): { id: string; committed: Promise<void> } {
    if (this.#inserts.isFull) throw new RefusedError('guest-wait', { n: FULL_WAIT_SECONDS });
    const id = randomUUID();
    return { id, committed: this.#inserts.add(id) };
  }
}
