/** Part of the time waited so far that passes before the next check: the longer the wait, the rarer the checks. */
const PAUSE_SHARE = 0.1;
const LONGEST_PAUSE_MS = 100;

/**
 * Resolves with the result of the check as soon as it no longer throws. Throws its last error after `withinMs`: a limit
 * for what hangs, generous for a busy machine. `longestPauseMs`: between two checks, shorter where the wait is measured.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  withinMs = 30_000,
  longestPauseMs = LONGEST_PAUSE_MS,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs > withinMs) throw error;
      const pauseMs = Math.min(waitedMs * PAUSE_SHARE, longestPauseMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
