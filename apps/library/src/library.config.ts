import { databaseVariables, integer, loadConfig, type Env } from '@earworm/service-kit/config';
import { objectsVariables, requireObjectKeys } from '@earworm/service-kit/objects';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...objectsVariables,
  /** Days after which an uploaded clip without references is retired, and after as many again deleted. */
  CLIP_KEEP_DAYS: integer({ min: 1, max: 3_660, default: 30 }),
  LIBRARY_POOL_SIZE: integer({ min: 2, max: 100, default: 5 }),
});

const schema = variables.superRefine(requireObjectKeys);

export type LibraryConfig = z.output<typeof schema>;

export const loadLibraryConfig = (env: Env): LibraryConfig => loadConfig(schema, env);
