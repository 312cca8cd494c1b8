import type { ErrorCode } from './error-table.js';
import { defaultWaitOf, RefusedError } from './errors.js';

/** A rate limit: `points` per window of `seconds`. A window opens when its first point is spent. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

/** Parses `points/seconds`, such as `10/600`: ten in ten minutes. Undefined if malformed or if a number is 0. */
export function parseLimit(text: string): Limit | undefined {
  const [, points, seconds] = /^(\d{1,15})\/(\d{1,6})$/.exec(text) ?? [];
  if (!points || !seconds || Number(points) === 0 || Number(seconds) === 0) return undefined;
  return { points: Number(points), seconds: Number(seconds) };
}

/** The key that points are counted under. With `user and game`, no other user can spend a user's points in a game. */
export type CountedBy = 'user' | 'user and game' | 'device' | 'device and game' | 'address' | 'address and game';

/** `variable`: environment variable. `limit`: default, see `parseLimit`. `counts`: description for operators. */
interface Variable {
  readonly variable: string;
  readonly limit: string;
  readonly counts: string;
}
interface ActionLimit {
  readonly counts: string;
  readonly refusal: ErrorCode;
  /** Any signed-in user may ask for it by the route `checkGameActionLimit`. */
  readonly isPublic?: true;
  /** By environment variable: the default limit, and the keys that have this many points each. */
  readonly rows: Readonly<Record<string, readonly [limit: string, ...by: CountedBy[]]>>;
}

/**
 * The actions that the rate-limit service counts. A new sign-in on the same device does not reset the device's points.
 * Rows are checked in order, so a user refused by their own limit spends no points that others share.
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
    counts: 'joins and choices of a team',
    rows: { LIMIT_JOIN: ['30/60', 'user', 'device'] },
    refusal: 'limit-join',
    isPublic: true,
  },
  select_question: {
    counts: 'questions selected or proposed, teams added or dealt',
    rows: { LIMIT_SELECT: ['60/60', 'user and game'] },
    refusal: 'limit-select',
    isPublic: true,
  },
  sign_in_guest: { counts: 'guests signed in', rows: { LIMIT_GUESTS: ['10/600', 'device'] }, refusal: 'limit-sign-in' },
  take_seat: {
    counts: 'seats',
    // Half of the 5,000 seats of a game, so that one address cannot take them all.
    rows: { LIMIT_SEATS: ['10/86400', 'device and game'], CEILING_SEATS: ['2500/86400', 'address and game'] },
    refusal: 'limit-seats',
  },
  request_seat: {
    // Each shows up on the moderator's desk or in a control room.
    counts: 'requests for a seat, names reported, and calls for help',
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
    // Far too few tries per address to find one of a thousand games among 32⁶ codes, also with `CODE_QUEUE`.
    counts: 'wrong game codes',
    rows: { LIMIT_CODES: ['10/60', 'device'], CEILING_CODES: ['60/60', 'address'] },
    refusal: 'limit-join',
  },
  write_questions: {
    // 200 games of 200 KB a day for one user or device, 500 for one address.
    counts: 'bytes of questions put into games',
    rows: { LIMIT_CONTENT: ['40000000/86400', 'user', 'device'], CEILING_CONTENT: ['100000000/86400', 'address'] },
    refusal: 'limit-create',
  },
  clip_bytes: {
    // By address, because one person can sign in as thousands of guests.
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
 * Limits of one network address over all users and games, far above what a hall full of phones behind it needs.
 * Exception: `requests-of-user` is counted by user. The prefix `CEILING_` is kept because operators set these variables.
 */
export const ADDRESS_LIMITS = {
  'sign-ins': { variable: 'CEILING_SIGN_INS', limit: '3000/600', refusal: 'limit-sign-in', counts: 'sign-ins' },
  'sign-outs': { variable: 'CEILING_SIGN_OUTS', limit: '1200/600', refusal: 'limit-sign-in', counts: 'sign-outs' },
  joins: { variable: 'CEILING_JOINS', limit: '3000/60', refusal: 'limit-join', counts: 'joins and choices of a team' },
  sockets: { variable: 'CEILING_SOCKETS', limit: '12000/60', refusal: 'busy', counts: 'sockets opened' },
  reports: {
    variable: 'CEILING_REPORTS',
    limit: '30000/60',
    refusal: 'limit-reports',
    counts: 'error and page-view reports',
  },
  // A request costs the price of its route and a point per 16 KiB of its body, and 20 more if its body is refused.
  requests: {
    variable: 'CEILING_REQUESTS',
    limit: '30000/60',
    refusal: 'limit-requests',
    counts: 'points of requests',
  },
  'requests-of-user': {
    variable: 'LIMIT_REQUESTS',
    limit: '1200/60',
    refusal: 'limit-requests',
    counts: 'points of requests and frames, by user',
  },
} as const satisfies Record<string, Variable & { readonly refusal: ErrorCode }>;

export type AddressLimitName = keyof typeof ADDRESS_LIMITS;

/** How fast one address takes seats of one game: `burst` at once; further joins wait and are served at `rate`. */
export const SEAT_THROTTLE = {
  burst: { variable: 'CEILING_SEATS_BURST', limit: '400/10', counts: 'seats of one game without delay, by address' },
  rate: { variable: 'CEILING_SEATS_RATE', limit: '20/1', counts: 'seats of one game for delayed joins, by address' },
} as const satisfies Record<string, Variable>;

/** How many people behind one address the limits of addresses are made for. */
const HALL_PEOPLE = 3_000;
/** Phones reconnect, and guests bring guests: limits are raised for so many times the people that an event expects. */
const HEADROOM = 3;

/** How many times the limits of an address are raised for an event with so many people; never below 1. */
export const raiseFor = (people: number): number => Math.max(1, (HEADROOM * people) / HALL_PEOPLE);

/**
 * Limits of addresses that are raised in the approved networks of an event, in its hours. `network`: for everything from
 * there. `room`: only in games of the event's rooms.
 */
const RAISED: Readonly<Partial<Record<string, 'network' | 'room'>>> = {
  CEILING_SIGN_INS: 'network',
  CEILING_SOCKETS: 'network',
  CEILING_REQUESTS: 'network',
  CEILING_REPORTS: 'network',
  CEILING_CODES: 'network',
  CEILING_JOINS: 'room',
  CEILING_SEATS: 'room',
  CEILING_SEATS_BURST: 'room',
  CEILING_SEATS_RATE: 'room',
};

/** Null: it is the same everywhere. */
export const raisedIn = (variable: string): 'network' | 'room' | null => RAISED[variable] ?? null;

/** How game codes from an address are tried that has no points of `try_code` left: one after the other. */
export const CODE_QUEUE = { burst: { points: 1, seconds: 1 }, rate: { points: 10, seconds: 1 } } as const;

/**
 * Waits between login attempts on one account. The first `free` attempts do not wait. `longestWait`: the longest wait
 * in seconds. `forgetAfter`: seconds after the last attempt when counting starts again.
 */
export const LOGIN_THROTTLES = {
  'sign-in': { free: 5, longestWait: 300, forgetAfter: 900 },
  reset: { free: 3, longestWait: 60, forgetAfter: 3600 },
} as const;

export type ThrottledLogin = keyof typeof LOGIN_THROTTLES;

/** The limits of an action, in the order in which they are checked. */
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

const RAISED_WORDS = {
  network: 'raised in approved networks of events',
  room: 'raised in rooms of events, in their approved networks',
} as const;

/** All environment variables that set a limit. */
export const LIMIT_VARIABLES: readonly Variable[] = [
  ...COUNTED_ACTIONS.flatMap(rowsOf),
  ...Object.values(ADDRESS_LIMITS),
  ...Object.values(SEAT_THROTTLE),
].map(({ variable, limit, counts }: Variable) => {
  const raised = raisedIn(variable);
  return { variable, limit, counts: raised === null ? counts : `${counts}; ${RAISED_WORDS[raised]}` };
});

/** The refusal of an action, with the seconds to wait in `n`. `waitMs` 0: unknown, use the default of the code. */
export function limitRefusal(
  action: CountedAction,
  waitMs: number,
  code: ErrorCode = LIMITS[action].refusal,
): RefusedError {
  return new RefusedError(code, { n: waitMs > 0 ? Math.ceil(waitMs / 1000) : (defaultWaitOf(code) ?? 30) });
}
