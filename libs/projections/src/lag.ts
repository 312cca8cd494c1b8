import { Gauge, type Registry } from '@earworm/service-kit/metrics';

const lags = new WeakMap<Registry, Map<string, () => number>>();

export function watchLag(metrics: Registry, projection: string, readMs: () => number): void {
  const existing = lags.get(metrics) ?? registerGauge(metrics);
  existing.set(projection, readMs);
}

function registerGauge(metrics: Registry): Map<string, () => number> {
  const lagByProjection = new Map<string, () => number>();
  lags.set(metrics, lagByProjection);
  new Gauge({
    name: 'follower_lag_seconds',
    help: 'Since a follower of the log last had all of it',
    labelNames: ['follower'],
    registers: [metrics],
    collect() {
      for (const [follower, readMs] of lagByProjection) this.set({ follower }, readMs() / 1_000);
    },
  });
  return lagByProjection;
}
