export { readEventLoopLag, type Lag } from './vitals.js';
export { MinuteCounter } from './rolling-metrics.js';
export { mergeHistograms, quantileOf, RollingHistogram } from './rolling-metrics.js';
export { VitalSigns } from './vitals.js';
export { diskSpace } from './watch-space.js';
export { type ReadDiskSpace, watchDiskSpace } from './watch-space.js';
