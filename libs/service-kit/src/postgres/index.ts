export { withClient } from './client.js';
export { databaseProviders } from './open-database.js';
export { describeDatabaseError, refusalOf, retryWhileDown } from './database-failure.js';
export { openDataSource, type PostgresOptions } from './data-source.js';
export { likePattern } from './like-pattern.js';
export { openDatabase } from './open-database.js';
export { provisionSchemas } from './provision.js';
