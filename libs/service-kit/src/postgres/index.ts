export { withClient } from './client.js';
export { databaseOf } from './database-of.js';
export { databaseSentence, refusalOf, retryWhileDown } from './database-failure.js';
export { openDataSource, type PostgresOptions } from './data-source.js';
export { openDatabase } from './open-database.js';
export { provisionSchemas } from './provision.js';
