import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createLog } from '../log/index.js';
import type { Tracing } from '../tracing/port.js';
import { busMetrics } from './bus-metrics.js';
import type { BusFaults } from './faults.js';
import { InProcessHub } from './in-process-hub.js';
import { InProcessWire } from './in-process-wire.js';
import { makeBus } from './make-bus.js';
import type { Bus } from './port.js';

export interface InProcessOptions {
  readonly faults?: BusFaults;
  readonly log?: Logger;
  /** Default: none. */
  readonly tracing?: Tracing;
  /** Default: nothing is counted. */
  readonly metrics?: Registry;
}

/** Several connections to one in-process bus, each of which can be cut on its own. */
export function createInProcessHub(log: Logger = createLog('bus')): { connect(options?: InProcessOptions): Bus } {
  const hub = new InProcessHub(log);
  return {
    connect: ({ faults, log: own = log, tracing, metrics } = {}) =>
      makeBus(new InProcessWire(hub, faults), own, tracing, metrics && busMetrics(metrics)),
  };
}

/** The bus of one process: same semantics as NATS, without a network. */
export const createInProcessBus = (options: InProcessOptions = {}): Bus =>
  createInProcessHub(options.log).connect(options);
