export { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** `process` (default true) adds Node's own metrics, wanted once per process. */
export function createMetrics(name: string, options: { process?: boolean } = {}): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  return registry;
}
