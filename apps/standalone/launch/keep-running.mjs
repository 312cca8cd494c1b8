/** A server that was ready for this long starts again at once after a crash, however often it crashed before. */
const STEADY_MS = 300_000;
const BACKOFF = { firstMs: 1_000, mostMs: 30_000 };
/** Then whatever supervises this process, or a person, has to look. */
const GIVE_UP_AFTER_MS = 60_000;

/** Before the n-th restart in a row: the first is made at once. */
const backoffMs = (restarts, { firstMs, mostMs }) =>
  restarts <= 1 ? 0 : Math.min(mostMs, firstMs * 2 ** (restarts - 2));

/**
 * Restarts a server whenever it crashes, until it ends by itself or is stopped, or until no restart was ready for a
 * minute. A server that was never ready is not restarted: it has printed what is wrong with its environment. Resolves
 * with the exit code of the last run.
 */
export async function keepRunning({
  run,
  log,
  pause,
  now = () => performance.now(),
  backoff = BACKOFF,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
}) {
  let wasEverReady = false;
  let restarts = 0;
  /** When the last server that was ready crashed. */
  let crashedAt = 0;
  for (;;) {
    const { code, signal, readyAt, reason, wasStopped } = await run(wasEverReady ? giveUpAfterMs : Infinity);
    const endedAt = now();
    wasEverReady ||= readyAt !== null;
    if (wasStopped || code === 0 || !wasEverReady) return code;
    if (readyAt !== null) {
      crashedAt = endedAt;
      if (endedAt - readyAt >= STEADY_MS) restarts = 0;
    }
    const leftMs = crashedAt + giveUpAfterMs - endedAt;
    const fields = { code, signal, ...(reason ? { reason } : {}) };
    if (leftMs <= 0) {
      log({ ...fields, restarts }, 'the server could not be started again for a minute: giving up');
      return code;
    }
    restarts += 1;
    // The last attempt is made when the minute is over.
    const afterMs = Math.min(backoffMs(restarts, backoff), leftMs);
    log({ ...fields, restarts, afterMs }, 'the server crashed and is started again');
    if (!(await pause(afterMs))) return code;
  }
}
