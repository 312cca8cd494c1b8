export {
  HealthChecks,
  type CheckResult,
  type HealthCheck,
  type HealthCheckTerms,
  type Readiness,
} from './health-checks.js';
export { healthRoutes, startHealthServer, type HealthRoutes } from './health-server.js';
