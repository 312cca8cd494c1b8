import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long a follower works before the rest that waits for the event loop, buzzes above all, gets it. */
export const SLICE_MS = 1.5;

let lastTurn: Promise<void> = Promise.resolve();

/** A turn of the event loop in which no other slice begins: the followers of one process would add theirs up. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

/**
 * Works on all in their order, a slice at a time: each has a turn of the event loop to itself, and so has what comes
 * behind the last. Rejects with what `work` throws. `work` may have to wait for something.
 */
export async function inSlices<T>(
  all: Iterable<T>,
  work: (one: T) => void | Promise<void>,
  now: () => number = () => performance.now(),
): Promise<void> {
  await ownTurn();
  let since = now();
  for (const one of all) {
    if (now() - since >= SLICE_MS) {
      await ownTurn();
      since = now();
    }
    const waiting = work(one);
    if (waiting !== undefined) await waiting;
  }
  if (now() - since >= SLICE_MS / 2) await ownTurn();
}
