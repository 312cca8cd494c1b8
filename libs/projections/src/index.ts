export { PutGamesAside1763798400000 } from './aside.js';
export { Checkpoint, CREATE_CHECKPOINT } from './checkpoint.entity.js';
export { Follower, type Effect, type LogRow } from './follower.js';
export { inSlices } from './in-slices.js';
