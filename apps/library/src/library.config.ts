import {
  databaseVariables,
  described,
  integer,
  loadConfig,
  poolVariables,
  type Env,
} from '@earworm/service-kit/config';
import { objectsVariables, requireObjectKeys } from '@earworm/service-kit/objects';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...objectsVariables,
  CLIP_KEEP_DAYS: described(
    'data',
    integer({ min: 1, max: 3_660, default: 30 }),
    'age at which an unused clip is marked; it is deleted after as many days again',
  ),
  ...poolVariables({ min: 2, default: 5 }),
});

const schema = variables.superRefine(requireObjectKeys);

export type LibraryConfig = z.output<typeof schema>;

export const loadLibraryConfig = (env: Env): LibraryConfig => loadConfig(schema, env);
