import type { Kit } from '@earworm/service-kit/bootstrap';
import { HealthChecks } from '@earworm/service-kit/health';
import type { HealthRoutes } from '@earworm/service-kit/health/server';
import { createMetrics, mergedMetrics, Registry } from '@earworm/service-kit/metrics';

class Registries extends Registry {
  constructor(private readonly registries: readonly Registry[]) {
    super();
  }

  override metrics(): Promise<string> {
    return mergedMetrics(this.registries);
  }
}

/** Health and metrics of several services: ready when all are, degraded when one is. */
export function probesOf(kits: readonly Kit[]): HealthRoutes {
  const health = new HealthChecks();
  for (const kit of kits) {
    const failing = async (optional: boolean) => {
      const { checks } = await kit.health.ready();
      const names = checks.flatMap((each) => (!each.ok && (each.optional ?? false) === optional ? [each.name] : []));
      if (names.length > 0) throw new Error(names.join(', '));
    };
    health.add(kit.name, () => failing(false));
    health.add(`what ${kit.name} can do without`, () => failing(true), { optional: true });
  }
  return { health, metrics: new Registries([createMetrics('standalone'), ...kits.map((kit) => kit.metrics)]) };
}
