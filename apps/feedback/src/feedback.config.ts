import { FEEDBACK_LIMITS } from '@earworm/contracts';
import { databaseVariables, loadConfig, poolVariables, type Env } from '@earworm/service-kit/config';
import { objectsVariables, requireObjectKeys } from '@earworm/service-kit/objects';
import { z } from 'zod';

export const variables = z.object({
  ...databaseVariables,
  ...objectsVariables,
  ...poolVariables({ min: 2, default: 5 }),
});

const schema = variables.superRefine(requireObjectKeys);

/** No variables: an operator has no reason to change them. Specs override them. */
const FIXED = {
  /** More feedback is refused until some is deleted. */
  kept: 100_000,
  /** Of all users; each may hold 5 MB for an hour. */
  openUploads: 500,
  /** Between submissions of one user; at most an hour, after which the sweep forgets the last one. */
  cooldownSeconds: FEEDBACK_LIMITS.cooldownMs / 1_000,
  sweepSeconds: 600,
};

export type FeedbackConfig = z.output<typeof schema> & typeof FIXED;

export const loadFeedbackConfig = (env: Env): FeedbackConfig => ({ ...FIXED, ...loadConfig(schema, env) });
