export { RingBuffer, type RingBounds } from './ring-buffer.js';
