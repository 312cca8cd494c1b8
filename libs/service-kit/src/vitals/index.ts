export { MinuteCounter, mergeHistograms, quantileOf, RollingHistogram } from './rolling-metrics.js';
export { readEventLoopLag, VitalSigns, type Lag } from './vitals.js';
export { diskSpace, type ReadDiskSpace, watchDiskSpace } from './watch-space.js';
