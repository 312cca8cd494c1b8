import {
  databaseVariables,
  described,
  integer,
  loadConfig,
  poolVariables,
  type Env,
} from '@earworm/service-kit/config';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...poolVariables({ min: 3, default: 6 }),
  TELEMETRY_KEEP_DAYS: described(
    'data',
    integer({ min: 1, max: 3_660, default: 400 }),
    'how long sessions, error logs and analytics are kept',
  ),
});

/** No variables: an operator has no reason to change them. Specs override them. */
const FIXED = {
  /** How long a game without activity is listed as open. */
  openDays: 30,
};

export type TelemetryConfig = z.output<typeof variables> & typeof FIXED;

export const loadTelemetryConfig = (env: Env): TelemetryConfig => ({ ...FIXED, ...loadConfig(variables, env) });
