export { makeKit, type Kit } from './kit.js';
export { BUS, busOf, CALLS, served } from './providers.js';
export { nestLog } from './nest-log.js';
export { startService, type ServiceDefinition } from './start-service.js';
export { stopOnSignal, type StopOptions } from './stop-on-signal.js';
