export { readEventLoopLag, type Lag } from './event-loop-lag.js';
export { LastMinute } from './last-minute.js';
export { addSpreads, quantileOf, Spread } from './spread.js';
export { VitalSigns } from './vitals.js';
export { diskSpace } from './disk-space.js';
export { type ReadSpace, watchSpace } from './watch-space.js';
