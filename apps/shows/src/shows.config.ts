import { databaseVariables, loadConfig, poolVariables, type Env } from '@earworm/service-kit/config';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...poolVariables({ min: 2, default: 5 }),
});

export type ShowsConfig = z.output<typeof variables>;

export const loadShowsConfig = (env: Env): ShowsConfig => loadConfig(variables, env);
