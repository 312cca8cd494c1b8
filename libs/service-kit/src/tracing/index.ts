export * from './port.js';
export { openTracing, tracingVariables, type TracingConfig } from './open-tracing.js';
