import { z } from 'zod';
import { described, integer, loadConfig, secret, url, type Env } from '../config.js';
import { tracingVariables } from '../tracing/open-tracing.js';

export const variables = z.object({
  NATS_URL: described(
    'address',
    secret(
      z.string().refine((text) => text.split(',').every((each) => url('nats', 'tls').safeParse(each.trim()).success), {
        message: 'must be one or more nats:// or tls:// URLs, comma-separated',
      }),
    ),
    'the NATS servers of separate services, comma-separated',
  ),
  HEALTH_PORT: integer({ min: 0, max: 65_535, default: 9100 }),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ...tracingVariables,
});

export const loadProcessConfig = (env: Env) => loadConfig(variables, env);
