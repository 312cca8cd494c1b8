import { AsyncLocalStorage } from 'node:async_hooks';
import { RefusedError } from '@earworm/contracts';

interface Waiting<T> {
  readonly item: T;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Items that may wait for the write under way; the next is refused `unavailable`, and its sender keeps it. */
const MOST_WAITING = 5_000;

/** Writes in groups: while one write is under way, whatever comes waits and goes together in the next. */
export class GroupWriter<T> {
  #waiting: Waiting<T>[] = [];
  #running = false;
  /** A write is of all who wait: run by the first of them, it would carry their trace and ids also for the others. */
  readonly #start = AsyncLocalStorage.bind(() => void this.#run());

  constructor(private readonly write: (items: readonly T[]) => Promise<void>) {}

  /** Resolves once the item is committed. */
  add(item: T): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new RefusedError('unavailable'));
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      if (!this.#running) this.#start();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.write(group.map(({ item }) => item));
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#running = false;
  }
}
