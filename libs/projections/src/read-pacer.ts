/** How long projections rest after a page, as a multiple of the time that the page took. */
const REST = 1;
/** A page that waited for an unavailable service took long without using the database. */
const LONGEST_REST_MS = 250;

/** What `work` resolves with, or null as soon as the signal is aborted. Removes its listener from the signal. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  const onAbort = () => resolve(null);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

/** One page at a time in a process, with rests while there is more to read: buzzes keep most of its database. */
export class ReadPacer {
  #last: Promise<void> = Promise.resolve();
  #restUntil = 0;

  /** Resolves with what `read` does: whether there may be more. False, without reading, once the signal is aborted. */
  async take(read: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    const before = this.#last;
    const { promise, resolve: pass } = Promise.withResolvers<void>();
    this.#last = promise;
    await untilAborted(before, signal);
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
    await untilAborted(promise, signal);
    clearTimeout(timer);
  }
}
