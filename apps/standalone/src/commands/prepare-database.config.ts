import { z } from 'zod';
import { type Env, integer, loadConfig, postgresUrl, secret } from '@earworm/service-kit/config';

const password = () => secret(z.string());

export const variables = z.object({
  /** Of a superuser, or of a role that may create roles and schemas in this database. */
  DATABASE_URL: secret(postgresUrl()),
  /** What each service's role has as its password from now on. */
  GAME_DB_PASSWORD: password(),
  LIBRARY_DB_PASSWORD: password(),
  IDENTITY_DB_PASSWORD: password(),
  TELEMETRY_DB_PASSWORD: password(),
  FEEDBACK_DB_PASSWORD: password(),
  /** How long a database that is not up yet is waited for. */
  DATABASE_WITHIN_SECONDS: integer({ min: 0, max: 86_400, default: 300 }),
});
export type PrepareConfig = z.infer<typeof variables>;

export const loadPrepareConfig = (env: Env): PrepareConfig => loadConfig(variables, env);
