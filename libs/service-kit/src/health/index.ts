export {
  HealthChecks,
  type CheckResult,
  type HealthCheck,
  type HealthCheckOptions,
  type Readiness,
} from './health-checks.js';
export { healthRoutes, HealthPortError, livenessRoute, startHealthServer, type HealthRoutes } from './health-server.js';
export { watchHealth } from './health-checks.js';
export { retryUntilReady } from './retry-until-ready.js';
export { HealthLog, START_CHECK } from './health-log.js';
