import { z } from 'zod';
import { NAME_MAX_UNITS } from '@earworm/rules';
import { defineCall, TimeZone } from '../call.js';
import { ErrorSource, UserType } from './telemetry.js';

const Count = z.number().int().min(0);
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const Hour = z.coerce.number().int().min(0).max(23);

/** The longest range of figures by day, in days, and by hour, in hours. */
export const ANALYTICS_LIMITS = { days: 366, hours: 336 } as const;

/** Which games are counted. A field that is absent or empty matches all games. */
export const GameFilter = z.strictObject({
  /** The whole code, ignoring case. */
  gameCode: z.string().max(6).optional(),
  /** Part of the moderator's name, ignoring case. */
  moderator: z.string().max(NAME_MAX_UNITS).optional(),
});
export type GameFilter = z.infer<typeof GameFilter>;

/**
 * A range of days in a time zone, `from` and `to` included; at most 366 days. If both hours are given, the range runs
 * from `fromHour` of the first day to the end of `toHour` of the last, at most 336 hours, and figures are by hour.
 */
export const AnalyticsRange = GameFilter.extend({
  from: Day,
  to: Day,
  fromHour: Hour.optional(),
  toHour: Hour.optional(),
  timeZone: TimeZone,
});
export type AnalyticsRange = z.infer<typeof AnalyticsRange>;

/** A bar of a histogram: the number of values up to and including `upTo`; null: all values above the last bound. */
const Bar = z.strictObject({ upTo: z.number().nullable(), count: Count });
export type DistributionBar = z.infer<typeof Bar>;

/** What the audit log records when figures are saved as a file: the table, the range of days, the filter of games. */
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

/** Sessions, page views and errors do not belong to games: with a GameFilter they are 0, and their lists are empty. */
export const Analytics = z.strictObject({
  /** Start of the first day or hour and end of the last one, in ms since the epoch. */
  span: z.strictObject({ from: z.number(), to: z.number() }),
  /** Empty if figures are by hour. */
  days: z.array(Figures.extend({ day: Day })),
  /** Only if figures are by hour. `at`: start of the hour, in ms since the epoch. */
  hours: z.array(Figures.extend({ at: z.number() })).optional(),
  users: z.array(
    z.strictObject({
      userType: UserType,
      users: Count,
      sessions: Count,
      /** Total length of the sessions. */ seconds: Count,
    }),
  ),
  /** Histogram of session lengths, in seconds. */
  sessionLengths: z.array(Bar),
  /** Histogram of the number of players who joined a game, over the games created. */
  playersPerGame: z.array(Bar),
  /** Histograms of the time from showing a question to a buzz, in ms: its first buzz, and every buzz. */
  timeToPress: z.strictObject({ first: z.array(Bar), every: z.array(Bar) }),
  /** Questions that were most often judged wrong or marked unanswered, worst first; at most 20. */
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
  /** Most frequent first; at most 50. */
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
  /** Time of the latest game event that the figures include, in ms since the epoch; null if there is none. */
  countedUntil: z.number().nullable(),
});
export type Analytics = z.infer<typeof Analytics>;

export const analytics = defineCall({
  subject: 'telemetry.analytics',
  request: AnalyticsRange,
  reply: Analytics,
  errors: ['bad-request', 'unavailable'],
});
