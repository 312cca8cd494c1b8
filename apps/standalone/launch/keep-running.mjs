/** A server that was ready for this long starts again at once after a crash, however often it crashed before. */
const STEADY_MS = 300_000;
const BACKOFF_MS = { first: 1_000, most: 30_000 };

/** Before the n-th restart in a row, ms: the first is made at once. */
const backoffMs = (restarts) => (restarts <= 1 ? 0 : Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** (restarts - 2)));

/**
 * Restarts a server whenever it crashes, until it ends by itself or is stopped. A server that was never ready is not
 * restarted: it has printed what is wrong with its environment. Resolves with the exit code of the last run.
 */
export async function keepRunning({ run, log, pause, now = () => performance.now() }) {
  let wasEverReady = false;
  let restarts = 0;
  for (;;) {
    const { code, signal, readyAt, wasStopped } = await run();
    wasEverReady ||= readyAt !== null;
    if (wasStopped || code === 0 || !wasEverReady) return code;
    if (readyAt !== null && now() - readyAt >= STEADY_MS) restarts = 0;
    restarts += 1;
    const afterMs = backoffMs(restarts);
    log({ code, signal, restarts, afterMs }, 'the server crashed and is started again');
    if (!(await pause(afterMs))) return code;
  }
}
