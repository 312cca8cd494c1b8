import { z } from 'zod';
import { secret } from './secret.js';
import { postgresUrl } from './variables.js';

/** The variables of a service with a database: spread them into its schema. */
export const databaseVariables = {
  DATABASE_URL: secret(postgresUrl()),
  /** `wait`: the schema is another process's to migrate; until it is up to date, the service is not ready. */
  MIGRATIONS: z.enum(['run', 'wait'], 'must be run or wait').default('run'),
};
