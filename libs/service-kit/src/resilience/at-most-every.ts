/** Calls `work` at once, and then drops calls until `ms` have passed; `dropped` counts those since the last one. */
export function atMostEvery<Args extends readonly unknown[]>(
  ms: number,
  work: (dropped: number, ...args: Args) => void,
  now: () => number = () => performance.now(),
): (...args: Args) => void {
  let calledAt = -Infinity;
  let dropped = 0;
  return (...args) => {
    if (now() - calledAt < ms) return void (dropped += 1);
    calledAt = now();
    work(dropped, ...args);
    dropped = 0;
  };
}
