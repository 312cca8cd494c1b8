export { createLog, type LogOptions } from './log.js';
export type { Logger } from 'pino';
export * from './request-ids.js';
