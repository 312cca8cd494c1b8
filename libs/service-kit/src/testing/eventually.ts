/** Runs the check again and again until it no longer throws, 20 ms apart; after `withinMs` (default 30 s: a busy machine takes its time) its last error stands. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
