export {
  HealthChecks,
  type CheckResult,
  type HealthCheck,
  type HealthCheckTerms,
  type Readiness,
} from './health-checks.js';
export { healthRoutes, HealthPortError, liveRoute, startHealthServer, type HealthRoutes } from './health-server.js';
export { watchHealth } from './health-metrics.js';
export { keepTrying } from './keep-trying.js';
export { HealthLog, START_CHECK } from './health-log.js';
