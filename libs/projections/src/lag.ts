import { Gauge, type Registry } from '@earworm/service-kit/metrics';

const LAG = 'follower_lag_seconds';
const lags = new WeakMap<Registry, Map<string, () => number>>();

/** Shows how long ago a follower last had everything that was in the log. */
export function watchLag(metrics: Registry, follower: string, readMs: () => number): void {
  const known = lags.get(metrics) ?? gaugeOf(metrics);
  known.set(follower, readMs);
}

function gaugeOf(metrics: Registry): Map<string, () => number> {
  const known = new Map<string, () => number>();
  lags.set(metrics, known);
  new Gauge({
    name: LAG,
    help: 'Since a follower of the log last had all of it',
    labelNames: ['follower'],
    registers: [metrics],
    collect() {
      for (const [follower, readMs] of known) this.set({ follower }, readMs() / 1_000);
    },
  });
  return known;
}
