import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/**
 * Loaded into a server by `--import`: prints each second how long its event loop was blocked at most, how many full
 * collections of garbage ended, and how long collections of all kinds stopped it together, ms.
 */
const EVERY_MS = 1_000;
/** Of the histogram, which counts it as a delay, too. */
const RESOLUTION_MS = 1;

interface CollectionEntry extends PerformanceEntry {
  readonly detail?: { readonly kind?: number };
}

let [full, stoppedMs] = [0, 0];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as CollectionEntry[]) {
    stoppedMs += entry.duration;
    if (entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full++;
  }
}).observe({ entryTypes: ['gc'] });

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
setInterval(() => {
  const blockedMs = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
  console.log(`pauses ${Date.now()} ${blockedMs.toFixed(1)} ${full} ${stoppedMs.toFixed(1)}`);
  delay.reset();
  [full, stoppedMs] = [0, 0];
}, EVERY_MS).unref();
