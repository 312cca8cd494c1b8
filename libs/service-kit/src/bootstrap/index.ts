export { callsOf, defineService, Handles, type ServiceOptions, type Worker } from './define-service.js';
export { BUS, CONFIG, KIT, makeKit, type Kit } from './kit.js';
export { nestLog, startService, type ServiceDefinition } from './start-service.js';
export { stopOnSignal, type StopOptions } from './stop-on-signal.js';
