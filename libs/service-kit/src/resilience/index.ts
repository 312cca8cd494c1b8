export { backoff, retry } from './retry.js';
export { semaphore, type Semaphore } from './semaphore.js';
