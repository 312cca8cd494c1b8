export { semaphore, type Semaphore } from './semaphore.js';
