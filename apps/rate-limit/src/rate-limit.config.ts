import { z } from 'zod';
import { loadConfig, url, type Env } from '@earworm/service-kit/config';
import { LIMIT_DEFAULTS, parseLimit } from './limits.js';

const limit = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text, context) => {
      const parsed = parseLimit(text);
      if (!parsed) context.addIssue({ code: 'custom', message: 'must be <points>/<seconds>, such as 10/600' });
      return parsed ?? z.NEVER;
    });

const schema = z.object({
  /** Unset: each process counts for itself. */
  REDIS_URL: url('redis', 'rediss').optional(),
  LIMIT_CREATE: limit(LIMIT_DEFAULTS.create_game.limit),
  LIMIT_JOIN: limit(LIMIT_DEFAULTS.join_game.limit),
  LIMIT_ANSWER: limit(LIMIT_DEFAULTS.answer_submission.limit),
  LIMIT_SELECT: limit(LIMIT_DEFAULTS.select_question.limit),
  LIMIT_JUDGE: limit(LIMIT_DEFAULTS.judge_answer.limit),
});

export type RateLimitConfig = z.infer<typeof schema>;

export const loadRateLimitConfig = (env: Env): RateLimitConfig => loadConfig(schema, env);
