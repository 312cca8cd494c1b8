import { Gauge, type Registry } from 'prom-client';
import type { HealthChecks } from './health-checks.js';

/** Every check of a service's health as a metric, made whenever metrics are read. */
export function watchHealth(metrics: Registry, health: HealthChecks): void {
  new Gauge({
    name: 'health_check_ok',
    help: 'Whether what the service needs works: 1 or 0; one that is optional leaves the service ready',
    labelNames: ['check', 'optional'],
    registers: [metrics],
    async collect() {
      const { checks } = await health.ready();
      this.reset();
      for (const { name, ok, optional = false } of checks)
        this.set({ check: name, optional: String(optional) }, Number(ok));
    },
  });
}
