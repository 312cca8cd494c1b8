import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';

/** How far behind the ticker may be woken to catch up in one message. */
const LONGEST_WAIT_MS = 50;

export interface Arrivals {
  stop(): Promise<void>;
}

/**
 * Calls `onDue` with the scheduled time (performance.now() of this thread, ms) of each arrival of a Poisson process.
 * Times are drawn beforehand and do not wait for anything: a slow server does not slow the arrivals down. A thread of
 * its own keeps them, because a timer of the event loop is a whole millisecond coarse.
 */
export function startArrivals(
  perSecond: number,
  /** The same arrivals for the same seed; by default others every time. */
  seed: number | undefined,
  onDue: (scheduledAt: number) => void,
): Arrivals {
  const worker = new Worker(new URL(import.meta.url), { workerData: { perSecond, seed } });
  worker.on('message', (arrivals: number[]) => {
    for (const wallTime of arrivals) onDue(wallTime - performance.timeOrigin);
  });
  let stopped: Promise<unknown> | undefined;
  return { stop: async () => void (await (stopped ??= worker.terminate())) };
}

function tick(perSecond: number, random: () => number): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const now = () => performance.timeOrigin + performance.now();
  const pause = () => (-Math.log(1 - random()) * 1000) / perSecond;
  let next = now() + pause();
  for (;;) {
    const wait = next - now();
    if (wait > 0) Atomics.wait(sleeper, 0, 0, Math.min(wait, LONGEST_WAIT_MS));
    const due: number[] = [];
    for (const until = now(); next <= until; next += pause()) due.push(next);
    if (due.length > 0) parentPort?.postMessage(due);
  }
}

if (!isMainThread) {
  const { perSecond, seed } = workerData as { perSecond: number; seed?: number };
  tick(perSecond, seed === undefined ? Math.random : seededRandom(seed));
}
