export { createLog, type LogOptions } from './log.js';
export type { Logger } from 'pino';
export {
  currentIds,
  currentTraceParent,
  idsOf,
  addRequestIds,
  runWithRequestIds,
  traceIdsOf,
  type RequestIds,
} from './request-ids.js';
