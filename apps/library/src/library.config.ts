import { integer, loadConfig, postgresUrl, type Env } from '@earworm/service-kit/config';
import { objectsVariables } from '@earworm/service-kit/objects';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: postgresUrl(),
  ...objectsVariables,
  /** An uploaded clip that nothing has played for so long is set aside, and after as long again deleted. */
  CLIP_KEEP_DAYS: integer({ min: 1, max: 3_660, default: 30 }),
  LIBRARY_POOL_SIZE: integer({ min: 2, max: 100, default: 5 }),
});

export type LibraryConfig = z.output<typeof schema>;

export const loadLibraryConfig = (env: Env): LibraryConfig => loadConfig(schema, env);
