import { z } from 'zod';
import { defineCall } from '../call.js';
import { defaultWaitOf, type ErrorCode } from '../errors.js';

/** What anybody may ask about themselves by the public route. */
export const LimitedAction = z.enum([
  'create_game',
  'answer_submission',
  'judge_answer',
  'join_game',
  'select_question',
]);
export type LimitedAction = z.infer<typeof LimitedAction>;

/** What is counted; the further ones only by the gateway. */
export const CountedAction = z.enum([
  ...LimitedAction.options,
  ...(['sign_in_guest', 'take_seat', 'request_seat', 'send_feedback', 'upload_screenshot'] as const),
  ...(['keep_template', 'save_template', 'upload_clip', 'try_code', 'write_questions'] as const),
  ...(['clip_bytes', 'screenshot_bytes'] as const),
]);
export type CountedAction = z.infer<typeof CountedAction>;

const REFUSED_WITH: Record<CountedAction, ErrorCode> = {
  create_game: 'limit-create',
  answer_submission: 'limit-answer',
  judge_answer: 'limit-judge',
  join_game: 'limit-join',
  select_question: 'limit-select',
  sign_in_guest: 'limit-sign-in',
  take_seat: 'limit-seats',
  request_seat: 'limit-seat-requests',
  send_feedback: 'feedback-too-soon',
  upload_screenshot: 'limit-saves',
  keep_template: 'limit-saves',
  save_template: 'limit-saves',
  upload_clip: 'limit-saves',
  write_questions: 'limit-create',
  try_code: 'limit-join',
  clip_bytes: 'limit-saves',
  screenshot_bytes: 'limit-saves',
};

/** The refusal for each action, and the wait in seconds that is said when none is known. */
export const LIMIT_REFUSALS = Object.fromEntries(
  Object.entries(REFUSED_WITH).map(([action, code]) => [action, { code, defaultWait: defaultWaitOf(code) ?? 30 }]),
) as Record<CountedAction, { code: ErrorCode; defaultWait: number }>;

/** What has to wait because many came from one address: how long, at which place, and how fast the places before it go. */
export const Delay = z.strictObject({
  ms: z.number().int().min(1),
  place: z.number().int().min(1),
  /** Milliseconds from one place to the next. */
  everyMs: z.number().positive(),
});
export type Delay = z.infer<typeof Delay>;

/** IPv4, or the /64 of an IPv6 address. */
const Address = z.string().min(1).max(64);

/**
 * Spends points of every key of the action: creating games, and the bytes of their questions, by user, device and
 * address; join by user and by device; answer by user and by device; judge and select by user and game; a guest's sign-in
 * and feedback by device; a seat, and asking the moderator for one, by device and game and by address and game; what somebody keeps by user and by device; a
 * wrong game code by device and by address; bytes of uploads by address.
 */
export const checkLimit = defineCall({
  subject: 'rate-limit.check',
  request: z.strictObject({
    userId: z.string().max(128),
    gameId: z.string().max(64),
    action: CountedAction,
    /** Who asks has shown that it is this device; null: it has none. */
    device: z.string().max(64).nullable().default(null),
    /** Null: not known, or one that says nothing; then whoever has no device is counted by user alone. */
    address: Address.nullable().default(null),
    /** How many points it costs, one by default; bytes, of an action that is counted by them. */
    points: z.number().int().min(1).optional(),
    /** False only looks. */
    spend: z.boolean().default(true),
  }),
  reply: z.strictObject({
    allowed: z.boolean(),
    remaining: z.number().int(),
    /** Milliseconds still to wait; 0 when allowed. */
    resetTime: z.number(),
    /** Allowed, but not yet. */
    delay: Delay.nullable().optional(),
  }),
  errors: ['unavailable'],
});

/**
 * What one address may do in all. A venue is one address: these are only there for a machine gone mad. `bodies-of-user`
 * is counted by user, whose id takes the place of the address.
 */
export const Ceiling = z.enum(['sign-ins', 'sign-outs', 'joins', 'sockets', 'reports', 'bodies', 'bodies-of-user']);
export type Ceiling = z.infer<typeof Ceiling>;

export const CEILING_REFUSALS: Record<Ceiling, ErrorCode> = {
  'sign-ins': 'limit-sign-in',
  'sign-outs': 'limit-sign-in',
  joins: 'limit-join',
  sockets: 'busy',
  reports: 'limit-reports',
  bodies: 'limit-requests',
  'bodies-of-user': 'limit-requests',
};

/** What addresses did at one gateway since it last said so; answered with those that are above their ceiling. */
export const countAddresses = defineCall({
  subject: 'rate-limit.addresses',
  request: z.strictObject({
    spent: z
      .array(z.strictObject({ address: Address, ceiling: Ceiling, points: z.number().int().min(1).max(1_000_000) }))
      .max(1_000),
  }),
  reply: z.strictObject({
    /** `forMs`: until the address may go on. */
    refused: z.array(z.strictObject({ address: Address, ceiling: Ceiling, forMs: z.number() })),
  }),
  errors: ['unavailable'],
});

/** Guesses that get dearer: at an account's password, at the mails of a reset. */
export const Guessed = z.enum(['sign-in', 'reset']);
export type Guessed = z.infer<typeof Guessed>;
/** Whose account, without saying it: a hash of the e-mail, and of the device where that has guesses of its own. */
const Account = z.string().regex(/^[\w-]{43}$/);

/** Counts one guess before it is looked at. A refused one does not lengthen the wait. */
export const spendGuess = defineCall({
  subject: 'rate-limit.guess',
  request: z.strictObject({ guessed: Guessed, account: Account }),
  /** Seconds still to wait; 0: go on. */
  reply: z.strictObject({ wait: z.number().int().min(0) }),
  errors: ['unavailable'],
});

/** It was no guess: the right password was given, or replaced by its owner. */
export const forgetGuesses = defineCall({
  subject: 'rate-limit.guessed-right',
  request: z.strictObject({ guessed: Guessed, account: Account }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});
