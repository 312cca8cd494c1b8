import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus } from '../bus/port.js';
import { HealthChecks } from '../health/health-checks.js';
import { createLog } from '../log/log.js';
import { createMetrics } from '../metrics.js';
import { NO_TRACING, type Tracing } from '../tracing/tracing.js';
import { VitalSigns } from '../vitals/vitals.js';

export interface Kit {
  readonly name: string;
  readonly bus: Bus;
  /** Never log a token, password or e-mail address. */
  readonly log: Logger;
  readonly metrics: Registry;
  readonly health: HealthChecks;
  readonly vitals: VitalSigns;
  readonly tracing: Tracing;
  /** In a process of its own health changes are logged and a failed start is retried. */
  readonly isOwnProcess: boolean;
}

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

export const KIT = Symbol('kit');
export const BUS = Symbol('bus');
export const CONFIG = Symbol('config');
