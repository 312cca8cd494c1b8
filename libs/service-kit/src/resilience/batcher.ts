import { AsyncLocalStorage } from 'node:async_hooks';
import { RefusedError } from '@earworm/contracts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** Items of one batch; default: all that wait. */
  readonly largest?: number;
  /** Items that wait behind the batch in flight; the next is refused `unavailable`. Default: 5,000. */
  readonly queue?: number;
  /** Time for which a batch collects items before it starts, ms. Default: 0, the first item does not wait. */
  readonly collectMs?: number;
}

/** Group commit: while one batch is in flight, arriving items collect for the next. */
export class Batcher<Item, Result = void> {
  readonly #waiting: Waiting<Item, Result>[] = [];
  readonly #largest: number;
  readonly #queue: number;
  readonly #collectMs: number;
  #isRunning = false;
  /** Outside of any request: the first item's trace and ids must not be those of the whole batch. */
  readonly #start = AsyncLocalStorage.bind(() => void this.#run());

  /** `work` resolves with one result per item, in order; with nothing where there are none. */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[] | void>,
    { largest = Infinity, queue = 5_000, collectMs = 0 }: BatcherOptions = {},
  ) {
    this.#largest = largest;
    this.#queue = queue;
    this.#collectMs = collectMs;
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#queue;
  }

  /** Settles with the item's batch. */
  add(item: Item): Promise<Result> {
    if (this.isFull) return Promise.reject(new RefusedError('unavailable'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) this.#start();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      if (this.#collectMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#collectMs));
      const batch = this.#waiting.splice(0, this.#largest);
      try {
        const results = await this.work(batch.map(({ item }) => item));
        for (const [i, { resolve }] of batch.entries()) resolve(results?.[i] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
