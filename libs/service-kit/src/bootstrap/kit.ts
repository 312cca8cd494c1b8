import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus } from '../bus/port.js';
import { HealthChecks } from '../health/health-checks.js';
import { createLog } from '../log/log.js';
import { createMetrics } from '../metrics/metrics.js';
import { NO_TRACING, type Tracing } from '../tracing/port.js';
import { VitalSigns } from '../vitals/vitals.js';

/** What every service is handed at its start: `XModule.register(kit, config)`. */
export interface Kit {
  /** The service's name, as it stands in logs and metrics. */
  readonly name: string;
  readonly bus: Bus;
  /** Child of the process's logger, bound to the service's name. Never give it a token, a password or an e-mail address. */
  readonly log: Logger;
  readonly metrics: Registry;
  /** Where the service registers what it cannot work without. */
  readonly health: HealthChecks;
  /** What those who watch operations are told of it. */
  readonly vitals: VitalSigns;
  /** Follows a request through the services; off unless there is a collector. */
  readonly tracing: Tracing;
  /**
   * The service is a separate process: each change of its health is logged, and what its start needs and cannot reach is
   * tried again; otherwise the start fails.
   */
  readonly isOwnProcess: boolean;
}

/** A kit around a bus; what is not given is made. */
export function makeKit({
  name,
  bus,
  log,
  metrics,
  health = new HealthChecks(),
  tracing = NO_TRACING,
  isOwnProcess = false,
}: Pick<Kit, 'name' | 'bus'> & Partial<Omit<Kit, 'vitals'>>): Kit {
  const vitals = new VitalSigns(name, bus, health);
  vitals.serve();
  return {
    name,
    bus,
    log: log ?? createLog(name),
    metrics: metrics ?? createMetrics(name, { process: false }),
    health,
    vitals,
    tracing,
    isOwnProcess,
  };
}
