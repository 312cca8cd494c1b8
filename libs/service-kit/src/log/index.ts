export { createLog, type LogOptions } from './log.js';
export type { Logger } from 'pino';
export {
  currentIds,
  currentTraceParent,
  idsOf,
  learnIds,
  runAsRequest,
  traceIdsOf,
  type RequestIds,
} from './request-ids.js';
