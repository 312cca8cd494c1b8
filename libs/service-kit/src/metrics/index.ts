export { createMetrics } from './metrics.js';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';
