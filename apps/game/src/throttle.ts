/** Calls `work` at most once in `ms`: at once after a pause, else once at the end of the current period. */
export function throttle(ms: number, work: () => void): () => void {
  let isPausing = false;
  let isPending = false;
  const run = () => {
    if (isPausing) {
      isPending = true;
      return;
    }
    isPausing = true;
    work();
    setTimeout(() => {
      isPausing = false;
      if (!isPending) return;
      isPending = false;
      run();
    }, ms).unref();
  };
  return run;
}
