import { orStopped } from './or-stopped.js';

/** So long followers rest after a page, in times of what the page took. */
const REST = 1;
/** A page that waited for a service that is away took long without having worked. */
const LONGEST_REST_MS = 250;

/**
 * The pages that the followers of one process read: one at a time, with a rest after each that is not the log's last.
 * However much there is to catch up with, buzzes have most of the process and of its database.
 */
export class ReadPacer {
  #last: Promise<void> = Promise.resolve();
  #restUntil = 0;

  /**
   * Resolves with what `read` does: whether there may be more already. Once the signal is aborted nothing is read any more,
   * and nothing waited for: then with false.
   */
  async take(read: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    const before = this.#last;
    const { promise, resolve: pass } = Promise.withResolvers<void>();
    this.#last = promise;
    await orStopped(before, signal);
    if (signal.aborted) {
      void before.then(pass);
      return false;
    }
    try {
      await this.#rest(signal);
      if (signal.aborted) return false;
      const startedAt = performance.now();
      const more = await read();
      const now = performance.now();
      if (more) this.#restUntil = now + Math.min(LONGEST_REST_MS, REST * (now - startedAt));
      return more;
    } finally {
      pass();
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const ms = this.#restUntil - performance.now();
    if (ms <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await orStopped(promise, signal);
    clearTimeout(timer);
  }
}
