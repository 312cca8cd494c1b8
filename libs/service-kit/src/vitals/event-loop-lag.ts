import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Lag {
  /** ms */
  readonly p50: number;
  readonly p99: number;
}

const RESOLUTION_MS = 10;
/** Readings closer together than this are one: every service of a process asks for the same event loop. */
const READ_EVERY_MS = 900;

let histogram: ReturnType<typeof monitorEventLoopDelay> | null = null;
let last: { readonly at: number; readonly lag: Lag } = { at: -Infinity, lag: { p50: 0, p99: 0 } };

/** How late this process's timers have been since the last reading. Measuring begins with the first call. */
export function readEventLoopLag(now = performance.now()): Lag {
  if (histogram === null) {
    histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
  }
  if (now - last.at < READ_EVERY_MS) return last.lag;
  // What is recorded is the time between two ticks, in ns; only what it is more than one tick is lag.
  const lag = (ns: number) => Math.max(0, Math.round((ns / 1e6 - RESOLUTION_MS) * 10) / 10);
  const read =
    histogram.count === 0 ? last.lag : { p50: lag(histogram.percentile(50)), p99: lag(histogram.percentile(99)) };
  last = { at: now, lag: read };
  histogram.reset();
  return read;
}
