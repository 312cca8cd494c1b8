import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * A registry whose metrics carry the service's name. With `process` (default) it also has those of the Node process,
 * event-loop lag among them; several services in one process want them once.
 */
export function createMetrics(name: string, options: { process?: boolean } = {}): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  return registry;
}
