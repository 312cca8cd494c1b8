import { z } from 'zod';
import { described, type Env, integer, loadConfig, postgresUrl, secret } from '@earworm/service-kit/config';

const password = (role: string) =>
  described('preparation', secret(z.string()), `\`prepare-database\`: the password of the role \`${role}\``);

export const variables = z.object({
  /** Of a role that may create roles and schemas. */
  DATABASE_URL: secret(postgresUrl()),
  GAME_DB_PASSWORD: password('game'),
  LIBRARY_DB_PASSWORD: password('library'),
  IDENTITY_DB_PASSWORD: password('identity'),
  TELEMETRY_DB_PASSWORD: password('telemetry'),
  FEEDBACK_DB_PASSWORD: password('feedback'),
  SHOWS_DB_PASSWORD: password('shows'),
  DATABASE_WITHIN_SECONDS: described(
    'preparation',
    integer({ min: 0, max: 86_400, default: 300 }),
    '`prepare-database`: how long it waits for a database that is starting',
  ),
});
export type PrepareConfig = z.infer<typeof variables>;

export const loadPrepareConfig = (env: Env): PrepareConfig => loadConfig(variables, env);
