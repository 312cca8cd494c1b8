import { resolve } from 'node:path';
import { z } from 'zod';
import { loadConfig, port, postgresUrl, secret, url, type Env } from '@earworm/service-kit/config';
import { tracingVariables } from '@earworm/service-kit/tracing';

export const variables = z.object({
  PORT: port(3000),
  /** Default: all addresses. */
  HOST: z.string().optional(),
  /** Readiness and metrics; 0: only on the public port, if configured. */
  HEALTH_PORT: port(0),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
  /** For players; default: this machine's address in the local network. */
  PUBLIC_URL: url('http', 'https').optional(),
  /** Of a superuser; replaces the embedded Postgres. */
  DATABASE_URL: secret(postgresUrl().optional()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  ...tracingVariables,
});
export type StandaloneConfig = z.infer<typeof variables>;

export const loadStandaloneConfig = (env: Env): StandaloneConfig => loadConfig(variables, env);
