import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long a follower works before whoever waits for the event loop, presses above all, gets it. */
export const SLICE_MS = 1.5;

/** Works on all in their order, a slice at a time; between two slices the event loop turns. Rejects with what `work` throws. */
export async function inSlices<T>(
  all: Iterable<T>,
  work: (one: T) => void,
  now: () => number = () => performance.now(),
): Promise<void> {
  let since = now();
  for (const one of all) {
    if (now() - since >= SLICE_MS) {
      await nextTurn();
      since = now();
    }
    work(one);
  }
}
