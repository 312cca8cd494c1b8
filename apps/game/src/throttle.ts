/** The given act, done at most once in `ms`: at once when it was quiet, else once at the end of the pause. */
export function atMostEvery(ms: number, act: () => void): () => void {
  let pausing = false;
  let again = false;
  const run = () => {
    if (pausing) {
      again = true;
      return;
    }
    pausing = true;
    act();
    setTimeout(() => {
      pausing = false;
      if (!again) return;
      again = false;
      run();
    }, ms).unref();
  };
  return run;
}
