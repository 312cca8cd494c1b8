export { collectGarbage, memoryInUse } from './collect-garbage.js';
export { freshDatabase } from './fresh-database.js';
export { describeWith, type Server } from './describe-with.js';
export { eventually } from './eventually.js';
export { type MailRefusal, startMailServer, type TestMailServer } from './mail-server.js';
export { patientBus } from './patient-bus.js';
export { resignedToken, tamperedToken } from './resigned-token.js';
export { contentsIn, serveLog } from './serve-log.js';
export { PRIVATE_AUTHORITY } from './private-authority.js';
