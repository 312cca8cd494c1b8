export { withClient } from './client.js';
export { openDataSource, type PostgresOptions } from './data-source.js';
export { provisionSchemas } from './provision.js';
