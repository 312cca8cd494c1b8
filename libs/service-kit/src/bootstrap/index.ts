export { defineService, type ServiceOptions, type Worker } from './define-service.js';
export { callsOf, Handles } from './handles.js';
export { makeKit, type Kit } from './kit.js';
export { BUS, CONFIG, KIT } from './kit.js';
export { nestLog } from './start-service.js';
export { startService, type ServiceDefinition } from './start-service.js';
export { stopOnSignal, type StopOptions } from './stop-on-signal.js';
