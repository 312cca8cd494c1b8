export { databaseVariables } from './database-variables.js';
export { ConfigError, type Problem } from './config-error.js';
export { loadConfig, type Env } from './load-config.js';
export { isSecret, secret } from './secret.js';
export { flag, integer, list, port, postgresUrl, url } from './variables.js';
