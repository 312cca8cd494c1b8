/**
 * Does `work` after `firstMs` and then every `everyMs`, never twice at once. Returns the way to stop: what is under way ends
 * first, as soon as it asks `stopped`.
 */
export function repeat(
  { firstMs, everyMs }: { readonly firstMs: number; readonly everyMs: number },
  work: (stopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => work(() => isStopped));
  };
  const first = setTimeout(run, firstMs).unref();
  const again = setInterval(run, everyMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(first);
    clearInterval(again);
    return running;
  };
}
