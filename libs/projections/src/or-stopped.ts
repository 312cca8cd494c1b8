/** What `work` resolves with, or null as soon as the signal is aborted. Leaves nothing behind on the signal. */
export function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>();
  const stop = () => resolve(null);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  return promise;
}
