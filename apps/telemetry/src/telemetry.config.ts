import { databaseVariables, integer, loadConfig, type Env } from '@earworm/service-kit/config';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  TELEMETRY_POOL_SIZE: integer({ min: 3, max: 100, default: 6 }),
  /** Sessions, error logs and figures older than this are deleted. */
  TELEMETRY_KEEP_DAYS: integer({ min: 1, max: 3_660, default: 400 }),
  /** A game in which nothing happened for this long is not listed as open any more. */
  TELEMETRY_OPEN_DAYS: integer({ min: 1, max: 3_660, default: 30 }),
});

export type TelemetryConfig = z.output<typeof variables>;

export const loadTelemetryConfig = (env: Env): TelemetryConfig => loadConfig(variables, env);
