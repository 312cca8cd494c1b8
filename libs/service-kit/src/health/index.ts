export * from './health-checks.js';
export { healthRoutes, HealthPortError, livenessRoute, startHealthServer, type HealthRoutes } from './health-server.js';
