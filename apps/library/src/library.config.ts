import { integer, loadConfig, postgresUrl, type Env } from '@earworm/service-kit/config';
import { objectsVariables } from '@earworm/service-kit/objects';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: postgresUrl(),
  ...objectsVariables,
  LIBRARY_POOL_SIZE: integer({ min: 2, max: 100, default: 5 }),
});

export type LibraryConfig = z.output<typeof schema>;

export const loadLibraryConfig = (env: Env): LibraryConfig => loadConfig(schema, env);
