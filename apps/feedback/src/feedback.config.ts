import { FEEDBACK_LIMITS } from '@earworm/contracts';
import { databaseVariables, integer, loadConfig, type Env } from '@earworm/service-kit/config';
import { objectsVariables, requireObjectKeys } from '@earworm/service-kit/objects';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...objectsVariables,
  FEEDBACK_POOL_SIZE: integer({ min: 2, max: 100, default: 5 }),
  /** At most; more are refused until some are deleted. */
  FEEDBACK_KEPT: integer({ min: 1, max: 10_000_000, default: 100_000 }),
  /** Of all users; each may hold 5 MB for an hour. */
  FEEDBACK_OPEN_UPLOADS: integer({ min: 1, max: 100_000, default: 500 }),
  /** Between submissions of one user; at most an hour, after which the sweep forgets the last one. */
  FEEDBACK_COOLDOWN_SECONDS: integer({ min: 1, max: 3_600, default: FEEDBACK_LIMITS.cooldownMs / 1_000 }),
  FEEDBACK_SWEEP_SECONDS: integer({ min: 1, max: 86_400, default: 600 }),
});

const schema = variables.superRefine(requireObjectKeys);

export type FeedbackConfig = z.output<typeof schema>;

export const loadFeedbackConfig = (env: Env): FeedbackConfig => loadConfig(schema, env);
