import { z } from 'zod';
import { type Env, integer, loadConfig, postgresUrl, secret } from '@earworm/service-kit/config';

const password = () => secret(z.string());

export const variables = z.object({
  /** Of a role that may create roles and schemas. */
  DATABASE_URL: secret(postgresUrl()),
  GAME_DB_PASSWORD: password(),
  LIBRARY_DB_PASSWORD: password(),
  IDENTITY_DB_PASSWORD: password(),
  TELEMETRY_DB_PASSWORD: password(),
  FEEDBACK_DB_PASSWORD: password(),
  /** The wait for a database that is starting. */
  DATABASE_WITHIN_SECONDS: integer({ min: 0, max: 86_400, default: 300 }),
});
export type PrepareConfig = z.infer<typeof variables>;

export const loadPrepareConfig = (env: Env): PrepareConfig => loadConfig(variables, env);
