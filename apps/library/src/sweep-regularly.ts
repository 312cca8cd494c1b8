const FIRST_AFTER_MS = 600_000;
const EVERY_MS = 86_400_000 / 4;

/** Rejects when it could not be done this time; then the next one comes. */
type Sweep = (stopped: () => boolean) => Promise<void>;

/** Sweeps a while after the start and then four times a day. Returns the way to stop; what is under way is finished first. */
export function sweepRegularly(sweep: Sweep, onFailure: (error: unknown) => void): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => sweep(() => isStopped)).catch(onFailure);
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const again = setInterval(run, EVERY_MS).unref();
  return () => {
    isStopped = true;
    clearTimeout(first);
    clearInterval(again);
    return running;
  };
}
