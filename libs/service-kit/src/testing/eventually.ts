/** Interval of the checks; the first ones come sooner, for what takes only a moment. */
const EVERY_MS = 20;

/**
 * Resolves with the result of the check as soon as it no longer throws. Throws its last error after `withinMs`: a limit
 * for what hangs, generous for a busy machine.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
  const until = performance.now() + withinMs;
  for (let look = 1; ; look++) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(look, EVERY_MS)));
    }
  }
}
