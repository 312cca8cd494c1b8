export type { LogRow } from '@earworm/contracts';
export { inSlices } from './in-slices.js';
export { Projection, type ApplyRows } from './projection.js';
export { CREATE_CHECKPOINT } from './projections.sql.js';
export { CreateQuarantine1763798400000 } from './quarantine.js';
