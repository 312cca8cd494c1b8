import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a projection blocks the event loop before other work, buzzes above all, gets a turn. */
export const SLICE_MS = 1.5;

let lastTurn: Promise<void> = Promise.resolve();

/** A turn of the event loop in which no other slice begins: several projections in one turn would add up. */
function exclusiveTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

/** Calls `work` for every item in order. Each slice, and the code after the last, starts in a turn of its own. */
export async function inSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void | Promise<void>,
  now: () => number = () => performance.now(),
): Promise<void> {
  await exclusiveTurn();
  let since = now();
  for (const item of items) {
    if (now() - since >= SLICE_MS) {
      await exclusiveTurn();
      since = now();
    }
    const pending = work(item);
    if (pending !== undefined) await pending;
  }
  if (now() - since >= SLICE_MS / 2) await exclusiveTurn();
}
