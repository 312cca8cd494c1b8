export * from './health-checks.js';
export { healthRoutes, HealthPortError, livenessRoute, startHealthServer, type HealthRoutes } from './health-server.js';
export { retryUntilReady } from './retry-until-ready.js';
export { HealthLog, START_CHECK } from './health-log.js';
