export { isAnsweredByPooler, likePattern, withClient } from './client.js';
export { openDataSource, type PostgresOptions } from './data-source.js';
export {
  describeDatabaseError,
  describeRefusal,
  isDatabaseDown,
  refusalOf,
  retryWhileDown,
} from './database-failure.js';
export { exportRows, type ExportQueries } from './export-rows.js';
export { databaseProviders, openDatabase } from './open-database.js';
export { provisionSchemas } from './provision.js';
