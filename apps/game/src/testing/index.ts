export { cuttableLine } from './cuttable-line.js';
export { create, gameServices, look, MODERATOR } from './game-service.js';
export { ownPostgres } from './own-postgres.js';
export { faultsOf, NO_FAULTS, streamOfCommands, type Answered } from './stream-of-commands.js';
