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

  constructor(private readonly write: (items: readonly T[]) => Promise<void>) {}

  /** Resolves once the item is committed. */
  add(item: T): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new RefusedError('unavailable'));
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      if (!this.#running) void this.#run();
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
