/** Looks again after this; the first looks come sooner, for what takes only a moment. */
const EVERY_MS = 20;

/**
 * Resolves with what the check returns as soon as it no longer throws. After `withinMs` its last error stands: a limit
 * against what hangs, generous for a busy machine.
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
