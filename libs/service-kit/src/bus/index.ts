export * from './port.js';
export { busMetrics, outcomeOf, type BusMetrics, type CallOutcome } from './bus-metrics.js';
export { createBus } from './create-bus.js';
export type { TransportAdapter } from './port.js';
export { BusFaults } from './faults.js';
export { createInProcessBus, createInProcessHub, type InProcessOptions } from './in-process.js';
export { natsServers, type NatsServers } from './nats-servers.js';
export { matches } from './subjects.js';
