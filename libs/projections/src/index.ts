export type { LogRow } from '@earworm/contracts';
export type { ApplyRows } from './apply-rows.js';
export { inSlices } from './in-slices.js';
export { Projection } from './projection.js';
export { CREATE_CHECKPOINT } from './projections.sql.js';
export { PutGamesAside1763798400000 } from './quarantine.js';
