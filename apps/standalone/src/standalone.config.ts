import { resolve } from 'node:path';
import { z } from 'zod';
import { described, loadConfig, originUrl, port, postgresUrl, secret, type Env } from '@earworm/service-kit/config';
import { tracingVariables } from '@earworm/service-kit/tracing';

export const variables = z.object({
  PORT: described('address', port(3000), 'where HTTP and WebSocket listen; `3002` for a separate identity service'),
  HOST: described(
    'address',
    z.string().optional(),
    'the address to listen on; with `127.0.0.1` no address for other devices is printed',
    'all interfaces',
  ),
  HEALTH_PORT: described(
    'observability',
    port(0),
    'where `/health/ready` and `/metrics` answer; a separate service has `9100`',
    'none',
  ),
  HEALTH_HOST: described(
    'observability',
    z.string().default('127.0.0.1'),
    'the address of that port; in a container set `0.0.0.0`',
  ),
  DATA_DIR: described(
    'data',
    z
      .string()
      .default('.data')
      .transform((folder) => resolve(folder)),
    'persistent data: the embedded database, screenshots, clips and logos without MinIO',
    '`.data`',
  ),
  PUBLIC_URL: described(
    'address',
    originUrl('http', 'https').optional(),
    'the address that users open, printed as text and as QR code',
    "this machine's address",
  ),
  DATABASE_URL: described(
    'data',
    secret(postgresUrl().optional()),
    'a Postgres to use instead; for `npm start` and `prepare-database` the URL of a superuser',
    'embedded Postgres',
  ),
  LOG_LEVEL: described(
    'observability',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
    '`trace` to `silent`; a separate service has `info`',
  ),
  ...tracingVariables,
});
export type StandaloneConfig = z.infer<typeof variables>;

export const loadStandaloneConfig = (env: Env): StandaloneConfig => loadConfig(variables, env);
