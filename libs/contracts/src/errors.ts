import { type RejectionCode } from '@earworm/rules';

interface ErrorEntry {
  /** HTTP status. */
  readonly http: number;
  /** What people read; `{name}` is filled from the refusal's params. */
  readonly message: string;
  /** Seconds that stand for `{n}` in a refusal that does not say how long to wait; the specification's. */
  readonly wait?: number;
}

const rules = {
  'game-not-found': { http: 404, message: 'Game not found' },
  'game-ended': { http: 410, message: 'This game has already ended' },
  'game-already-exists': { http: 409, message: 'Failed to create game' },
  'not-moderator': { http: 403, message: 'Only the moderator of this game can do that.' },
  'not-a-player': { http: 403, message: 'Join the game first.' },
  'not-in-setup': { http: 409, message: 'This game has already started.' },
  'not-playing': { http: 409, message: 'This game has not started yet.' },
  'name-required': { http: 400, message: 'Please enter your name.' },
  'name-too-long': { http: 400, message: 'A name can have at most 20 characters.' },
  'name-taken': { http: 409, message: 'This name is already taken in this game.' },
  'category-name-required': { http: 400, message: 'Category name is required' },
  'category-not-found': { http: 404, message: 'Category not found: {id}' },
  'question-not-found': { http: 404, message: 'Current question data not found.' },
  'question-already-answered': { http: 409, message: 'This question has already been played.' },
  'question-in-play': { http: 409, message: 'Finish the current question first.' },
  'not-your-turn': { http: 409, message: 'It is not your turn to pick.' },
  'id-taken': { http: 409, message: 'This ID is already in use.' },
  'youtube-link-required': { http: 400, message: 'YouTube link is required' },
  'youtube-link-invalid': { http: 400, message: 'This is not a link to a YouTube video.' },
  'answer-required': { http: 400, message: 'Answer is required' },
  'no-active-question': { http: 409, message: 'No question is currently active' },
  'no-active-question-to-mark': { http: 409, message: 'No question is currently active to mark as unanswered.' },
  'invalid-judge-state': { http: 409, message: 'Invalid state for judging answer.' },
  'question-not-current': { http: 409, message: 'That question is no longer the current one.' },
  'already-attempted': { http: 409, message: 'You have already tried this question.' },
  'stale-edit': { http: 409, message: 'Somebody else changed this in the meantime.' },
  'game-full': { http: 409, message: 'This game is full.' },
  'not-allowed': { http: 403, message: 'You are not allowed to do that.' },
  'no-verdict-to-undo': { http: 409, message: 'This verdict can no longer be undone.' },
  'verdict-not-found': { http: 404, message: 'This verdict does not exist.' },
  'reason-required': { http: 400, message: 'Please enter a reason.' },
  'player-not-found': { http: 404, message: 'This player is not in the game.' },
  'name-reserved': {
    http: 409,
    message: 'This name belongs to somebody who left the game. Choose another name, or ask for the seat.',
  },
  'too-many-seat-requests': {
    http: 409,
    message: 'Several people are asking for a seat right now. Please try again in a moment.',
  },
  'seat-request-open': { http: 409, message: 'You have already asked for another seat.' },
  'seat-request-over': { http: 409, message: 'Nobody is waiting for this seat any more.' },
  'seat-refused': { http: 403, message: 'The moderator did not give you this seat. You can join under another name.' },
  'joining-locked': { http: 403, message: 'This game is not open to new players. Ask the moderator to open it.' },
  banned: { http: 403, message: 'The moderator banned you from this game.' },
} as const satisfies Record<RejectionCode, ErrorEntry>;

const games = {
  'sign-in-to-create': { http: 401, message: 'You must be logged in to create a game' },
  'sign-in-to-join': { http: 401, message: 'You must be logged in to join a game' },
  'invalid-game-id': { http: 400, message: 'Invalid game ID' },
  'create-failed': { http: 500, message: 'Failed to create game' },
  'join-failed': { http: 500, message: 'Failed to join game' },
  'leave-failed': { http: 500, message: 'Failed to leave game' },
  'seat-not-answered': {
    http: 409,
    message: 'The moderator has not answered. Ask again, or join under another name.',
  },
  'buzz-failed': { http: 500, message: 'Failed to join answer queue. Please try again.' },
  'select-failed': { http: 500, message: 'Failed to select question' },
} as const satisfies Record<string, ErrorEntry>;

/** `{n}`: whole seconds to wait, rounded up. */
const limits = {
  'limit-create': {
    http: 429,
    message: "You've created too many games recently. Please wait {n} seconds before creating another game.",
    wait: 60,
  },
  'limit-answer': {
    http: 429,
    message: "You're answering too quickly. Please wait {n} seconds before trying again.",
    wait: 30,
  },
  'limit-judge': {
    http: 429,
    message: 'Judge actions are rate limited. Please wait {n} seconds before judging another answer.',
    wait: 30,
  },
  'limit-join': {
    http: 429,
    message: "You're joining games too quickly. Please wait {n} seconds before trying again.",
    wait: 30,
  },
  'limit-select': {
    http: 429,
    message: 'Selecting questions too quickly. Please wait {n} seconds before selecting another question.',
    wait: 30,
  },
  'limit-seats': { http: 429, message: 'Too many players have joined this game from this device.' },
  'limit-seat-requests': {
    http: 429,
    message: "You've asked for a seat too often. Please wait {n} seconds before asking again.",
    wait: 60,
  },
  'limit-saves': {
    http: 429,
    message: 'You are saving too often. Please wait {n} seconds before trying again.',
    wait: 30,
  },
  'limit-reports': {
    http: 429,
    message: 'You have sent too many reports. Please wait {n} seconds before sending another.',
    wait: 30,
  },
  'limit-requests': { http: 429, message: 'Too many requests. Please wait {n} seconds before trying again.', wait: 30 },
  'limit-sign-in': { http: 429, message: 'Too many attempts. Please wait {n} seconds before trying again.', wait: 30 },
} as const satisfies Record<string, ErrorEntry>;

const auth = {
  'invalid-credential': {
    http: 401,
    message: 'Invalid email or password. Please check your credentials and try again.',
  },
  'user-not-found': { http: 404, message: 'No account found with this email. Please sign up first.' },
  'wrong-password': { http: 401, message: 'Incorrect password. Please try again.' },
  'email-already-in-use': { http: 409, message: 'Email already in use. Please use a different email or sign in.' },
  'weak-password': { http: 400, message: 'Password is too weak. Please use at least 6 characters.' },
  'invalid-email': { http: 400, message: 'Invalid email format. Please enter a valid email.' },
  'account-exists-with-different-credential': {
    http: 409,
    message: 'An account already exists with the same email but different sign-in credentials.',
  },
  'user-disabled': { http: 403, message: 'This account has been disabled. Please contact support.' },
  'requires-recent-login': {
    http: 401,
    message: 'This operation requires a recent login. Please sign out and sign in again.',
  },
  'auth-failed': { http: 500, message: 'An authentication error occurred. Please try again.' },
  'passwords-do-not-match': { http: 400, message: 'Passwords do not match' },
  'password-too-common': {
    http: 400,
    message: 'This password is too common and easy to guess. Please choose another one.',
  },
  'password-too-short': { http: 400, message: 'Password must be at least 6 characters' },
  'email-required': { http: 400, message: 'Email is required' },
  'password-required': { http: 400, message: 'Please enter your password.' },
  'display-name-required': { http: 400, message: 'Display name is required' },
  'display-name-invalid': { http: 400, message: 'A display name cannot contain control characters.' },
  'sign-in-failed': { http: 500, message: 'Failed to sign in' },
  'sign-up-failed': { http: 500, message: 'Failed to create account' },
  'reset-failed': { http: 500, message: 'Failed to send reset email' },
  'guest-failed': { http: 500, message: 'Failed to sign in as guest' },
  /** `{n}`: whole seconds after which to ask again. */
  'guest-wait': {
    http: 503,
    message: 'Many people are joining right now. You will be signed in as soon as there is room.',
    wait: 5,
  },
  'reset-link-invalid': { http: 400, message: 'This reset link is no longer valid. Please request a new one.' },
  'account-not-found': { http: 404, message: 'This account does not exist.' },
  'account-is-guest': { http: 409, message: 'A guest has no account and cannot be an admin.' },
  'last-admin': {
    http: 409,
    message: 'This is the last admin. Make somebody else an admin first.',
  },
  'audit-unavailable': {
    http: 503,
    message: 'The audit log is not available, so this was not done. Please try again later.',
  },
} as const satisfies Record<string, ErrorEntry>;

const templates = {
  'template-not-found': { http: 404, message: 'This template does not exist, or it is not public.' },
  'template-not-yours': { http: 403, message: 'Only the owner of this template can do that.' },
  'template-changed': { http: 409, message: 'This template was changed elsewhere. Nothing was overwritten.' },
  'template-too-large': { http: 413, message: 'This is too much for one template.' },
  'template-limit': { http: 409, message: 'You already have {n} templates. Delete one before you create another.' },
  'template-title-required': { http: 409, message: 'Give the template a title first.' },
  'template-empty': { http: 409, message: 'This template has no complete question yet.' },
  'template-incomplete': { http: 409, message: 'Not ready yet: {n} to fix, the first in “{where}”.' },
  'template-taken-down': { http: 403, message: 'An admin took this template down: {why}' },
  'account-required': { http: 403, message: 'You need an account to publish. Please sign in or create one.' },
} as const satisfies Record<string, ErrorEntry>;

const feedback = {
  'feedback-required': { http: 400, message: 'Please fill in all required fields' },
  'feedback-too-soon': { http: 429, message: 'You can only submit feedback once per minute. Please wait.' },
  'feedback-failed': { http: 500, message: 'Failed to submit feedback. Please try again later.' },
  'feedback-gone': { http: 404, message: 'This feedback no longer exists.' },
  'screenshot-not-image': { http: 415, message: 'The screenshot must be an image (PNG, JPEG, WebP or GIF).' },
  'screenshot-too-large': { http: 413, message: 'The screenshot must be no larger than 5 MB.' },
  'screenshot-too-many-pixels': {
    http: 422,
    message: 'The screenshot is too large. Please send one with fewer pixels.',
  },
  'screenshot-gone': { http: 409, message: 'The screenshot was not uploaded. Please attach it again.' },
  'screenshots-away': {
    http: 503,
    message: 'Screenshots cannot be stored right now. Send your feedback without one, or try again later.',
  },
} as const satisfies Record<string, ErrorEntry>;

const clips = {
  'clip-not-audio': {
    http: 415,
    message: 'This is not an audio file that browsers can play (MP3, M4A, AAC, OGG, WAV or WebM).',
  },
  'clip-too-large': { http: 413, message: 'An audio file must be no larger than 12 MB.' },
  'clip-gone': { http: 409, message: 'The audio file was not uploaded. Please choose it again.' },
  'clips-full': { http: 409, message: 'You have uploaded the maximum number of audio files.' },
  'clips-away': { http: 503, message: 'Audio files cannot be stored right now. Use a link, or try again later.' },
} as const satisfies Record<string, ErrorEntry>;

/** What any call or socket can meet, whatever it asks for. */
const transport = {
  'bad-request': { http: 400, message: 'The server did not understand this request.' },
  'too-large': { http: 413, message: 'This is too large.' },
  'body-encoded': { http: 415, message: 'Compressed requests are not accepted.' },
  'token-in-url': { http: 400, message: 'A token belongs in the Authorization header, not in the address.' },
  unauthenticated: { http: 401, message: 'Please sign in to continue.' },
  'token-expired': { http: 401, message: 'Your session has ended. Please sign in again.' },
  forbidden: { http: 403, message: 'You are not allowed to do that.' },
  'not-found': { http: 404, message: 'Not found.' },
  busy: { http: 503, message: 'The server is very busy. Please try again in a moment.' },
  retry: { http: 503, message: 'The server did not get that. Please try again.' },
  unavailable: { http: 503, message: 'This is not available right now. Please try again later.' },
  internal: { http: 500, message: 'Something went wrong' },
} as const satisfies Record<string, ErrorEntry>;

/** The one table: every code that a user or another service can be given. */
export const ERRORS = {
  ...rules,
  ...games,
  ...limits,
  ...auth,
  ...templates,
  ...feedback,
  ...clips,
  ...transport,
} as const;
export type ErrorCode = keyof typeof ERRORS;

export type Params = Readonly<Record<string, string | number>>;

/** Seconds to wait for a code whose refusal does not say how many; undefined: its message names none. */
export const defaultWaitOf = (code: ErrorCode): number | undefined => (ERRORS[code] as ErrorEntry).wait;

/** What fills the message of a code: the params of the refusal, with the default wait where they name none. */
export function withDefaultWait(code: ErrorCode, params: Params): Params {
  const wait = defaultWaitOf(code);
  const seconds = params['n'];
  const hasWait = typeof seconds === 'number' ? seconds > 0 : Boolean(seconds);
  return wait === undefined || hasWait ? params : { ...params, n: wait };
}

/** The exact sentence for a code. Placeholders without a value stay empty. */
export function messageOf(code: ErrorCode, params: Params = {}): string {
  const filled = withDefaultWait(code, params);
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name] ?? ''));
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** A refusal as it crosses a process: a code of the table and what fills its message. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly params?: Params;
}

/** Thrown by services and clients for a refusal; everything else thrown is a bug and is answered `internal`. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(
    readonly code: ErrorCode,
    readonly params: Params = {},
  ) {
    super(messageOf(code, params));
  }
}

/** A refusal with a code that this release does not know: its code is `unavailable`, its message the server's, or empty. */
export class UnknownRefusal extends RefusedError {
  constructor(message: string) {
    super('unavailable');
    this.message = message;
  }
}
