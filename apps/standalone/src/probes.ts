import type { Kit } from '@earworm/service-kit/bootstrap';
import { HealthChecks, type HealthRoutes } from '@earworm/service-kit/health';
import { createMetrics, Registry } from '@earworm/service-kit/metrics';

/** Each registry keeps its own default label, which a merged one would lose. */
class Registries extends Registry {
  constructor(private readonly parts: readonly Registry[]) {
    super();
  }

  override async metrics(): Promise<string> {
    return (await Promise.all(this.parts.map((part) => part.metrics()))).join('\n');
  }
}

/** What `/health/*` and `/metrics` say of a process that holds several services: ready when all of them are. */
export function probesOf(kits: readonly Kit[]): HealthRoutes {
  const health = new HealthChecks();
  for (const kit of kits) {
    health.add(kit.name, async () => {
      const { ready, checks } = await kit.health.ready();
      if (!ready) throw new Error(checks.flatMap(({ ok, name }) => (ok ? [] : [name])).join(', '));
    });
  }
  return { health, metrics: new Registries([createMetrics('standalone'), ...kits.map((kit) => kit.metrics)]) };
}
