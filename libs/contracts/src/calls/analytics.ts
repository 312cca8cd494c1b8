import { z } from 'zod';
import { NAME_MAX_UNITS } from '@earworm/rules';
import { defineCall } from '../call.js';
import { ErrorSource, UserType } from './telemetry.js';

const Count = z.number().int().min(0);
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const isZone = (timeZone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
};

const Hour = z.coerce.number().int().min(0).max(23);

/** The longest ranges of analytics. */
export const ANALYTICS_LIMITS = { days: 366, hours: 336 } as const;

/** Which games are counted; what is left out or empty fits all. */
export const GameFilter = z.strictObject({
  /** The whole code, in any case. */
  gameCode: z.string().max(6).optional(),
  /** A part of the moderator's name, in any case. */
  moderator: z.string().max(NAME_MAX_UNITS).optional(),
});
export type GameFilter = z.infer<typeof GameFilter>;

/**
 * Days of the viewer's calendar, both included; at most 366. With both hours, the range begins with that hour of its first
 * day and ends with that hour of its last, at most 336 of them, and figures are by the hour.
 */
export const AnalyticsRange = GameFilter.extend({
  from: Day,
  to: Day,
  fromHour: Hour.optional(),
  toHour: Hour.optional(),
  timeZone: z.string().max(64).refine(isZone, 'must be a time zone such as Europe/Berlin'),
});
export type AnalyticsRange = z.infer<typeof AnalyticsRange>;

/** A bar of a distribution: values up to and including this; null: all above the last. */
const Bar = z.strictObject({ upTo: z.number().nullable(), count: Count });
export type DistributionBar = z.infer<typeof Bar>;

/** Figures that a page saves as a file: which of its tables, over which range of days, of which games. */
export const AnalyticsExport = GameFilter.extend({ table: z.string().min(1).max(100), from: Day, to: Day });
export type AnalyticsExport = z.infer<typeof AnalyticsExport>;

const Figures = z.strictObject({
  guestSessions: Count,
  registeredSessions: Count,
  views: Count,
  gamesCreated: Count,
  gamesStarted: Count,
  gamesCompleted: Count,
  joins: Count,
  presses: Count,
  right: Count,
  wrong: Count,
  nobody: Count,
  errors: Count,
});

/**
 * Sessions, page views and errors belong to no game: with a filter of games they are 0, and the lists of them are empty.
 */
export const Analytics = z.strictObject({
  /** When the first day or hour began and the last one ends, ms since the epoch. */
  span: z.strictObject({ from: z.number(), to: z.number() }),
  /** Empty where figures are by the hour. */
  days: z.array(Figures.extend({ day: Day })),
  /** Only where figures are by the hour: each with when it began, ms since the epoch. */
  hours: z.array(Figures.extend({ at: z.number() })).optional(),
  users: z.array(
    z.strictObject({
      userType: UserType,
      users: Count,
      sessions: Count,
      /** Of all sessions together. */ seconds: Count,
    }),
  ),
  /** Sessions by length, in seconds. */
  sessionLengths: z.array(Bar),
  /** Games created, by players who took a seat. */
  playersPerGame: z.array(Bar),
  /** Presses by ms since the question was shown: the first on each question, and all. */
  timeToPress: z.strictObject({ first: z.array(Bar), every: z.array(Bar) }),
  /** Most often missed first: judged wrong or marked unanswered. At most 20. */
  missed: z.array(
    z.strictObject({
      key: z.string(),
      answer: z.string(),
      song: z.string(),
      asked: Count,
      right: Count,
      wrong: Count,
      nobody: Count,
    }),
  ),
  paths: z.array(z.strictObject({ path: z.string(), views: Count })),
  /** Most frequent first, at most 50. */
  errors: z.array(
    z.strictObject({
      fingerprint: z.string(),
      name: z.string(),
      message: z.string(),
      source: ErrorSource,
      count: Count,
      users: Count,
      firstAt: z.number(),
      lastAt: z.number(),
    }),
  ),
  /** Time of the last event of a game that is counted; null before the first. */
  countedUntil: z.number().nullable(),
});
export type Analytics = z.infer<typeof Analytics>;

export const analytics = defineCall({
  subject: 'telemetry.analytics',
  request: AnalyticsRange,
  reply: Analytics,
  errors: ['bad-request', 'unavailable'],
});
