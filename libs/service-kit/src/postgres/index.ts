export { withClient } from './client.js';
export { databaseOf } from './database-of.js';
export { databaseSentence } from './database-sentence.js';
export { openDataSource, type PostgresOptions } from './data-source.js';
export { openDatabase } from './open-database.js';
export { provisionSchemas } from './provision.js';
export { retryWhileDown } from './retry-while-down.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
export { EmbeddedPostgresError } from './embedded/embedded-error.js';
