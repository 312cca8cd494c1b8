import { resolve } from 'node:path';
import { z } from 'zod';
import { loadConfig, port, postgresUrl, secret, url, type Env } from '@earworm/service-kit/config';
import { tracingVariables } from '@earworm/service-kit/tracing';

export const variables = z.object({
  PORT: port(3000),
  /** The only address of this machine to answer on; default: all of them. */
  HOST: z.string().optional(),
  /** Readiness and metrics, on one address of this machine; 0: nowhere but, if asked for, on the public port. */
  HEALTH_PORT: port(0),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** What must outlive a restart: the embedded database. */
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
  /** The address that players open, when it is not this machine's own in the local network. */
  PUBLIC_URL: url('http', 'https').optional(),
  /** A superuser's URL of a Postgres to use instead of the embedded one. */
  DATABASE_URL: secret(postgresUrl().optional()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  ...tracingVariables,
});
export type StandaloneConfig = z.infer<typeof variables>;

export const loadStandaloneConfig = (env: Env): StandaloneConfig => loadConfig(variables, env);
