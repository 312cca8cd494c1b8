import { Ceiling, CountedAction } from '@earworm/contracts';

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

/** What an action is counted by. A user's points in a game are their own: nobody else can spend them. */
export type CountedBy = 'user' | 'user and game' | 'device' | 'device and game' | 'address' | 'address and game';

interface Row {
  readonly variable: string;
  readonly limit: string;
  readonly by: readonly CountedBy[];
}

/**
 * The table. Each row has a variable, in the form of `parseLimit`, and as many points by each of its keys: who signs in
 * anew on the same device goes on with what that device has left. Rows are spent in order, so who is refused by their
 * own does not use up what others share with them.
 */
export const LIMIT_DEFAULTS = {
  create_game: [
    { variable: 'LIMIT_CREATE', limit: '10/600', by: ['user', 'device'] },
    { variable: 'CEILING_CREATE', limit: '600/600', by: ['address'] },
  ],
  // Bytes of questions. 200 games of 200 KB a day for one person, 500 for one address.
  write_questions: [
    { variable: 'LIMIT_CONTENT', limit: '40000000/86400', by: ['user', 'device'] },
    { variable: 'CEILING_CONTENT', limit: '100000000/86400', by: ['address'] },
  ],
  join_game: [{ variable: 'LIMIT_JOIN', limit: '30/60', by: ['user', 'device'] }],
  answer_submission: [{ variable: 'LIMIT_ANSWER', limit: '20/10', by: ['user', 'device'] }],
  select_question: [{ variable: 'LIMIT_SELECT', limit: '60/60', by: ['user and game'] }],
  judge_answer: [{ variable: 'LIMIT_JUDGE', limit: '60/60', by: ['user and game'] }],
  sign_in_guest: [{ variable: 'LIMIT_GUESTS', limit: '10/600', by: ['device'] }],
  take_seat: [
    { variable: 'LIMIT_SEATS', limit: '10/86400', by: ['device and game'] },
    // A game has 5,000 seats: no single address takes them all.
    { variable: 'CEILING_SEATS', limit: '2500/86400', by: ['address and game'] },
  ],
  // Each may be a card on the moderator's desk.
  request_seat: [
    { variable: 'LIMIT_SEAT_REQUESTS', limit: '10/600', by: ['user', 'device and game'] },
    { variable: 'CEILING_SEAT_REQUESTS', limit: '60/600', by: ['address and game'] },
  ],
  send_feedback: [{ variable: 'LIMIT_FEEDBACK', limit: '10/600', by: ['device'] }],
  upload_screenshot: [{ variable: 'LIMIT_SCREENSHOTS', limit: '20/600', by: ['user', 'device'] }],
  keep_template: [{ variable: 'LIMIT_TEMPLATES', limit: '60/600', by: ['user', 'device'] }],
  save_template: [{ variable: 'LIMIT_SAVES', limit: '600/600', by: ['user', 'device'] }],
  upload_clip: [{ variable: 'LIMIT_CLIPS', limit: '300/600', by: ['user', 'device'] }],
  // Bytes. Guests are made by the thousand: what they upload is counted by where they come from.
  clip_bytes: [{ variable: 'CEILING_CLIP_BYTES', limit: '1073741824/86400', by: ['address'] }],
  screenshot_bytes: [{ variable: 'CEILING_SCREENSHOT_BYTES', limit: '268435456/86400', by: ['address'] }],
  // Wrong codes only. The address' limit is far below what finds one of a thousand games among 32⁶ codes.
  try_code: [
    { variable: 'LIMIT_CODES', limit: '10/60', by: ['device'] },
    { variable: 'CEILING_CODES', limit: '60/60', by: ['address'] },
  ],
} as const satisfies Record<CountedAction, readonly Row[]>;

export type LimitVariable = (typeof LIMIT_DEFAULTS)[CountedAction][number]['variable'];

/** Far above a hall of phones behind one address. */
export const CEILING_DEFAULTS = {
  'sign-ins': { variable: 'CEILING_SIGN_INS', limit: '3000/600' },
  'sign-outs': { variable: 'CEILING_SIGN_OUTS', limit: '1200/600' },
  joins: { variable: 'CEILING_JOINS', limit: '3000/60' },
  sockets: { variable: 'CEILING_SOCKETS', limit: '12000/60' },
  reports: { variable: 'CEILING_REPORTS', limit: '30000/60' },
  // A point for every 16 KiB begun, and 20 more for a body that is refused.
  bodies: { variable: 'CEILING_BODIES', limit: '30000/60' },
  'bodies-of-user': { variable: 'CEILING_USER_BODIES', limit: '1200/60' },
} as const satisfies Record<Ceiling, Pick<Row, 'variable' | 'limit'>>;

/** Seats of one game that one address takes at once, and at what rate those above wait for theirs. */
export const SEAT_THROTTLE_DEFAULTS = {
  burst: { variable: 'CEILING_SEATS_BURST', limit: '400/10' },
  rate: { variable: 'CEILING_SEATS_RATE', limit: '20/1' },
} as const;

/** Whoever hides their device shares its points with all who do so at that address: as many as this many devices have. */
export const DEVICES_OF_THE_HIDDEN = 10;

/** A burst passes at once; what exceeds it waits until the burst's window is over, and then passes at the rate. */
export interface ThrottleTerms {
  readonly burst: Limit;
  readonly rate: Limit;
}

export interface Limits {
  readonly rows: Readonly<Record<LimitVariable, Limit>>;
  readonly ceilings: Readonly<Record<Ceiling, Limit>>;
  readonly seats: ThrottleTerms;
}

export const ACTIONS = CountedAction.options;
export const CEILINGS = Ceiling.options;
