export { atMostEvery } from './at-most-every.js';
export { Batcher } from './batcher.js';
export { CircuitBreaker } from './circuit-breaker.js';
export { backoff, retry } from './retry.js';
export { mapConcurrently, semaphore, type Semaphore } from './semaphore.js';
export { TimeoutError, withTimeout } from './retry.js';
