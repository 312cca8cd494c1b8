import type { Arrivals } from '../../load/arrivals.js';
import { metrics } from './metrics.js';

/**
 * As `startArrivals` of Node: times are drawn beforehand and do not wait for anything. What k6 itself was late counts apart:
 * a VU that reads the messages of hundreds of sockets cannot do it in time.
 */
export function startArrivals(
  perSecond: number,
  _seed: number | undefined,
  onDue: (scheduledAt: number) => void,
): Arrivals {
  const pause = () => (-Math.log(1 - Math.random()) * 1_000) / perSecond;
  let next = performance.now() + pause();
  let isStopped = false;
  let timer = setTimeout(tick, next - performance.now());
  function tick(): void {
    const now = performance.now();
    for (; next <= now && !isStopped; next += pause()) {
      metrics.lateness.add((now - next) / 1_000);
      onDue(performance.now());
    }
    if (!isStopped) timer = setTimeout(tick, next - performance.now());
  }
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return Promise.resolve();
    },
  };
}
