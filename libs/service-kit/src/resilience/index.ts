export { CircuitBreaker } from './circuit-breaker.js';
export { backoff, retry } from './retry.js';
export { concurrently, semaphore, type Semaphore } from './semaphore.js';
export { TimeoutError, withTimeout } from './with-timeout.js';
