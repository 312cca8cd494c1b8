export { withClient } from './client.js';
export { databaseOf } from './database-of.js';
export { databaseSentence, refusalOf, retryWhileDown } from './database-failure.js';
export { openDataSource, type PostgresOptions } from './data-source.js';
export { openDatabase } from './open-database.js';
export { provisionSchemas } from './provision.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
export { EmbeddedPostgresError } from './embedded/embedded-error.js';
