import { z } from 'zod';
import { defineCall } from '../call.js';
import type { ErrorCode } from '../errors.js';

export const LimitedAction = z.enum([
  'create_game',
  'answer_submission',
  'judge_answer',
  'join_game',
  'select_question',
]);
export type LimitedAction = z.infer<typeof LimitedAction>;

/** The refusal for each action, and the wait in seconds that is said when none is known. */
export const LIMIT_REFUSALS: Record<LimitedAction, { code: ErrorCode; defaultWait: number }> = {
  create_game: { code: 'limit-create', defaultWait: 60 },
  answer_submission: { code: 'limit-answer', defaultWait: 30 },
  judge_answer: { code: 'limit-judge', defaultWait: 30 },
  join_game: { code: 'limit-join', defaultWait: 30 },
  select_question: { code: 'limit-select', defaultWait: 30 },
};

/** Spends one point. Keys: create and join by user, answer by user, judge and select by game; never by address. */
export const checkLimit = defineCall({
  subject: 'rate-limit.check',
  request: z.strictObject({
    userId: z.string().max(64),
    gameId: z.string().max(64),
    action: LimitedAction,
    /** False only looks. */
    spend: z.boolean().default(true),
  }),
  reply: z.strictObject({
    allowed: z.boolean(),
    remaining: z.number().int(),
    /** Milliseconds still to wait; 0 when allowed. */
    resetTime: z.number(),
  }),
  errors: ['unavailable'],
});
