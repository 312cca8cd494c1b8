import { z } from 'zod';
import { integer, loadConfig, secret, url, type Env } from '../config.js';
import { tracingVariables } from '../tracing/open-tracing.js';

export const variables = z.object({
  NATS_URL: secret(
    z.string().refine((text) => text.split(',').every((each) => url('nats', 'tls').safeParse(each.trim()).success), {
      message: 'must be one or more nats:// or tls:// URLs, comma-separated',
    }),
  ),
  /** `/health/live`, `/health/ready` and `/metrics`; `0` turns the port off. */
  HEALTH_PORT: integer({ min: 0, max: 65_535, default: 9100 }),
  /** The health port listens on this address of this machine only. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** How often health is checked for the log, which has one line for each change. */
  HEALTH_LOG_MS: integer({ min: 10, max: 3_600_000, default: 5_000 }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ...tracingVariables,
});

export const loadProcessConfig = (env: Env) => loadConfig(variables, env);
