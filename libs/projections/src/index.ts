export { PutGamesAside1763798400000 } from './quarantine.js';
export { Checkpoint, CREATE_CHECKPOINT } from './projections.sql.js';
export { Follower, type Effect, type LogRow } from './projection.js';
export { inSlices } from './in-slices.js';
