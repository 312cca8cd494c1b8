import { z } from 'zod';
import { loadConfig, url, type Env } from '@earworm/service-kit/config';
import { CEILING_DEFAULTS, LIMIT_DEFAULTS, parseLimit, SEATS_OF_ADDRESS, type Limits } from './limits.js';

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
  /** Guests that one device signs in. */
  LIMIT_GUESTS: limit(LIMIT_DEFAULTS.sign_in_guest.limit),
  /** Seats of one game that one device takes. */
  LIMIT_SEATS: limit(LIMIT_DEFAULTS.take_seat.limit),
  /** Feedback of one device; one user's is one a minute. */
  LIMIT_FEEDBACK: limit(LIMIT_DEFAULTS.send_feedback.limit),
  LIMIT_SCREENSHOTS: limit(LIMIT_DEFAULTS.upload_screenshot.limit),
  /** New templates of one user or device, its saves of those it has, and its audio files. */
  LIMIT_TEMPLATES: limit(LIMIT_DEFAULTS.keep_template.limit),
  LIMIT_SAVES: limit(LIMIT_DEFAULTS.save_template.limit),
  LIMIT_CLIPS: limit(LIMIT_DEFAULTS.upload_clip.limit),
  /** What one address does in all. */
  CEILING_SIGN_INS: limit(CEILING_DEFAULTS['sign-ins'].limit),
  CEILING_JOINS: limit(CEILING_DEFAULTS.joins.limit),
  CEILING_SOCKETS: limit(CEILING_DEFAULTS.sockets.limit),
  CEILING_REPORTS: limit(CEILING_DEFAULTS.reports.limit),
  CEILING_BODIES: limit(CEILING_DEFAULTS.bodies.limit),
  CEILING_USER_BODIES: limit(CEILING_DEFAULTS['bodies-of-user'].limit),
  CEILING_SEATS: limit(SEATS_OF_ADDRESS.limit),
});

export type RateLimitConfig = z.infer<typeof schema>;

export const loadRateLimitConfig = (env: Env): RateLimitConfig => loadConfig(schema, env);

export const limitsOf = (config: RateLimitConfig): Limits => ({
  actions: {
    create_game: config.LIMIT_CREATE,
    join_game: config.LIMIT_JOIN,
    answer_submission: config.LIMIT_ANSWER,
    select_question: config.LIMIT_SELECT,
    judge_answer: config.LIMIT_JUDGE,
    sign_in_guest: config.LIMIT_GUESTS,
    take_seat: config.LIMIT_SEATS,
    send_feedback: config.LIMIT_FEEDBACK,
    upload_screenshot: config.LIMIT_SCREENSHOTS,
    keep_template: config.LIMIT_TEMPLATES,
    save_template: config.LIMIT_SAVES,
    upload_clip: config.LIMIT_CLIPS,
  },
  ceilings: {
    'sign-ins': config.CEILING_SIGN_INS,
    joins: config.CEILING_JOINS,
    sockets: config.CEILING_SOCKETS,
    reports: config.CEILING_REPORTS,
    bodies: config.CEILING_BODIES,
    'bodies-of-user': config.CEILING_USER_BODIES,
  },
  seatsOfAddress: config.CEILING_SEATS,
});
