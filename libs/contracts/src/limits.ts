import { defaultWaitOf, type ErrorCode, RefusedError } from './errors.js';

/** So many points in a window of so many seconds, which opens with the first one spent. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

/** `10/600`: ten in ten minutes. Undefined when it is not of that form or a number is 0. */
export function parseLimit(text: string): Limit | undefined {
  const [, points, seconds] = /^(\d{1,15})\/(\d{1,6})$/.exec(text) ?? [];
  if (!points || !seconds || Number(points) === 0 || Number(seconds) === 0) return undefined;
  return { points: Number(points), seconds: Number(seconds) };
}

/** What an action is counted by. No other user can spend a user's points in a game. */
export type CountedBy = 'user' | 'user and game' | 'device' | 'device and game' | 'address' | 'address and game';

interface Variable {
  readonly variable: string;
  readonly limit: string;
  readonly counts: string;
}
interface ActionLimit {
  readonly counts: string;
  readonly refusal: ErrorCode;
  /** Any user who is signed in may ask what is left of it. */
  readonly isPublic?: true;
  /** By variable: its default, and the keys that have as many points each. */
  readonly rows: Readonly<Record<string, readonly [limit: string, ...by: CountedBy[]]>>;
}

/**
 * What the rate-limit service counts. A new sign-in on the same device does not reset the device's points. Rows are spent in
 * order, so a user refused by their own limit uses up nothing that others share.
 */
export const LIMITS = {
  create_game: {
    counts: 'games created or started',
    rows: { LIMIT_CREATE: ['10/600', 'user', 'device'], CEILING_CREATE: ['600/600', 'address'] },
    refusal: 'limit-create',
    isPublic: true,
  },
  answer_submission: {
    counts: 'buzzes',
    rows: { LIMIT_ANSWER: ['20/10', 'user', 'device'] },
    refusal: 'limit-answer',
    isPublic: true,
  },
  judge_answer: {
    counts: 'verdicts and corrections',
    rows: { LIMIT_JUDGE: ['60/60', 'user and game'] },
    refusal: 'limit-judge',
    isPublic: true,
  },
  join_game: {
    counts: 'joins',
    rows: { LIMIT_JOIN: ['30/60', 'user', 'device'] },
    refusal: 'limit-join',
    isPublic: true,
  },
  select_question: {
    counts: 'questions selected or proposed',
    rows: { LIMIT_SELECT: ['60/60', 'user and game'] },
    refusal: 'limit-select',
    isPublic: true,
  },
  sign_in_guest: { counts: 'guests signed in', rows: { LIMIT_GUESTS: ['10/600', 'device'] }, refusal: 'limit-sign-in' },
  take_seat: {
    counts: 'seats',
    // A game has 5,000 seats: no single address takes them all.
    rows: { LIMIT_SEATS: ['10/86400', 'device and game'], CEILING_SEATS: ['2500/86400', 'address and game'] },
    refusal: 'limit-seats',
  },
  request_seat: {
    // Each may be a card on the moderator's desk.
    counts: 'requests for a seat',
    rows: {
      LIMIT_SEAT_REQUESTS: ['10/600', 'user', 'device and game'],
      CEILING_SEAT_REQUESTS: ['60/600', 'address and game'],
    },
    refusal: 'limit-seat-requests',
  },
  send_feedback: { counts: 'feedback', rows: { LIMIT_FEEDBACK: ['10/600', 'device'] }, refusal: 'feedback-too-soon' },
  upload_screenshot: {
    counts: 'screenshots',
    rows: { LIMIT_SCREENSHOTS: ['20/600', 'user', 'device'] },
    refusal: 'limit-saves',
  },
  keep_template: {
    counts: 'new templates',
    rows: { LIMIT_TEMPLATES: ['60/600', 'user', 'device'] },
    refusal: 'limit-saves',
  },
  save_template: {
    counts: 'saves of templates',
    rows: { LIMIT_SAVES: ['600/600', 'user', 'device'] },
    refusal: 'limit-saves',
  },
  upload_clip: { counts: 'audio files', rows: { LIMIT_CLIPS: ['300/600', 'user', 'device'] }, refusal: 'limit-saves' },
  try_code: {
    // The address' limit is far below what finds one of a thousand games among 32⁶ codes.
    counts: 'wrong game codes',
    rows: { LIMIT_CODES: ['10/60', 'device'], CEILING_CODES: ['60/60', 'address'] },
    refusal: 'limit-join',
  },
  write_questions: {
    // 200 games of 200 KB a day for one person, 500 for one address.
    counts: 'bytes of questions put into games',
    rows: { LIMIT_CONTENT: ['40000000/86400', 'user', 'device'], CEILING_CONTENT: ['100000000/86400', 'address'] },
    refusal: 'limit-create',
  },
  clip_bytes: {
    // Guests are made by the thousand: what they upload is counted by where they come from.
    counts: 'bytes of audio files uploaded',
    rows: { CEILING_CLIP_BYTES: ['1073741824/86400', 'address'] },
    refusal: 'limit-saves',
  },
  screenshot_bytes: {
    counts: 'bytes of screenshots',
    rows: { CEILING_SCREENSHOT_BYTES: ['268435456/86400', 'address'] },
    refusal: 'limit-saves',
  },
} as const satisfies Record<string, ActionLimit>;

export type CountedAction = keyof typeof LIMITS;
type VariablesOf<A extends CountedAction> = keyof (typeof LIMITS)[A]['rows'];
export type RowVariable = { [A in CountedAction]: VariablesOf<A> }[CountedAction];

/**
 * What one address may do in all, far more than a hall of phones behind it needs. `bodies-of-user` is counted by user.
 * Their variables keep the prefix under which they were released.
 */
export const ADDRESS_LIMITS = {
  'sign-ins': { variable: 'CEILING_SIGN_INS', limit: '3000/600', refusal: 'limit-sign-in', counts: 'sign-ins' },
  'sign-outs': { variable: 'CEILING_SIGN_OUTS', limit: '1200/600', refusal: 'limit-sign-in', counts: 'sign-outs' },
  joins: { variable: 'CEILING_JOINS', limit: '3000/60', refusal: 'limit-join', counts: 'joins' },
  sockets: { variable: 'CEILING_SOCKETS', limit: '12000/60', refusal: 'busy', counts: 'sockets opened' },
  reports: {
    variable: 'CEILING_REPORTS',
    limit: '30000/60',
    refusal: 'limit-reports',
    counts: 'error and page-view reports',
  },
  // A point for every 16 KiB begun, and 20 more for one that is refused.
  bodies: { variable: 'CEILING_BODIES', limit: '30000/60', refusal: 'limit-requests', counts: 'request bodies' },
  'bodies-of-user': {
    variable: 'CEILING_USER_BODIES',
    limit: '1200/60',
    refusal: 'limit-requests',
    counts: 'request bodies of one user',
  },
} as const satisfies Record<string, Variable & { readonly refusal: ErrorCode }>;

export type AddressLimitName = keyof typeof ADDRESS_LIMITS;

/** Seats of one game that one address takes at once, and at what rate those above wait for theirs. */
export const SEAT_THROTTLE = {
  burst: { variable: 'CEILING_SEATS_BURST', limit: '400/10', counts: 'seats of one game without delay, by address' },
  rate: { variable: 'CEILING_SEATS_RATE', limit: '20/1', counts: 'seats of one game for delayed joins, by address' },
} as const satisfies Record<string, Variable>;

/** The first `free` attempts on an account do not wait. `longestWait` and `forgetAfter` (the last attempt) in seconds. */
export const LOGIN_THROTTLES = {
  'sign-in': { free: 5, longestWait: 300, forgetAfter: 900 },
  reset: { free: 3, longestWait: 60, forgetAfter: 3600 },
} as const;

export type ThrottledLogin = keyof typeof LOGIN_THROTTLES;

export const rowsOf = (action: CountedAction) =>
  Object.entries<ActionLimit['rows'][string]>(LIMITS[action].rows).map(([variable, [limit, ...by]]) => ({
    variable: variable as RowVariable,
    limit,
    by,
    counts: `${LIMITS[action].counts}, by ${by.join(' and by ').replaceAll('and game', 'in one game')}`,
  }));

export const COUNTED_ACTIONS = Object.keys(LIMITS) as [CountedAction, ...CountedAction[]];

export type LimitVariable =
  | RowVariable
  | (typeof ADDRESS_LIMITS)[AddressLimitName]['variable']
  | (typeof SEAT_THROTTLE)['burst' | 'rate']['variable'];

export const LIMIT_VARIABLES: readonly Variable[] = [
  ...COUNTED_ACTIONS.flatMap(rowsOf),
  ...Object.values(ADDRESS_LIMITS),
  ...Object.values(SEAT_THROTTLE),
];

/** The refusal of an action with the seconds to wait; 0 ms: not known. */
export function limitRefusal(action: CountedAction, waitMs: number): RefusedError {
  const code = LIMITS[action].refusal;
  return new RefusedError(code, { n: waitMs > 0 ? Math.ceil(waitMs / 1000) : (defaultWaitOf(code) ?? 30) });
}
