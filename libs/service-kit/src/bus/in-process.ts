import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createLog } from '../log/index.js';
import type { Tracing } from '../tracing/tracing.js';
import { busMetrics } from './bus-metrics.js';
import type { BusFaults } from './faults.js';
import { InProcessHub } from './in-process-hub.js';
import { InProcessTransport } from './in-process-transport.js';
import { createBus } from './create-bus.js';
import type { Bus } from './port.js';

export interface InProcessOptions {
  readonly faults?: BusFaults;
  readonly log?: Logger;
  readonly tracing?: Tracing;
  readonly metrics?: Registry;
}

export function createInProcessHub(log: Logger = createLog('bus')): { connect(options?: InProcessOptions): Bus } {
  const hub = new InProcessHub(log);
  return {
    connect: ({ faults, log: own = log, tracing, metrics } = {}) =>
      createBus(new InProcessTransport(hub, faults), own, tracing, metrics && busMetrics(metrics)),
  };
}

export const createInProcessBus = (options: InProcessOptions = {}): Bus =>
  createInProcessHub(options.log).connect(options);
