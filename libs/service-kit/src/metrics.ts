export { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

/** `process` (default true) adds Node's own metrics, wanted once per process. */
export function createMetrics(name: string, options: { process?: boolean } = {}): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  return registry;
}

/** The metrics of several registries, which differ in their default labels, as one text: each metric once. */
export async function mergedMetrics(registries: readonly Registry[]): Promise<string> {
  const metrics = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
  // No two series are equal. Others than `first` would drop metrics that differ by process.
  const all = metrics.map((each) => each.map((metric) => ({ ...metric, aggregator: 'first' as const })));
  return AggregatorRegistry.aggregate(all).metrics();
}
