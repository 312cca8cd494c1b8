export type { LogRow } from '@earworm/contracts';
export { inSlices } from './in-slices.js';
export { CreateErased1765200200000, eraseFromProjections } from './erased.js';
export { Projection, type ApplyRows } from './projection.js';
export { CREATE_CHECKPOINT, REPLACE_IN_QUARANTINE, SELECT_NOT_ERASED } from './projections.sql.js';
export { CreateQuarantine1763798400000 } from './quarantine.js';
