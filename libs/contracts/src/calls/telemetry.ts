import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';

/** Made by the browser for one visit; whoever knows it may end that session, and nothing else. */
export const SessionId = z.string().regex(/^[0-9a-f]{32}$/);
export const UserType = z.enum(['guest', 'registered']);
export type UserType = z.infer<typeof UserType>;

/** Starts a session, or says that it goes on; times are the server's own. A session belongs to who began it. */
export const beatSession = defineCall({
  subject: 'telemetry.session-beat',
  request: z.strictObject({
    sessionId: SessionId,
    userId: UserId,
    userName: z.string().max(256),
    userType: UserType,
    userAgent: z.string().max(512),
    language: z
      .string()
      .max(35)
      .regex(/^\P{Cc}*$/u),
  }),
  reply: z.strictObject({}),
  errors: ['forbidden', 'unavailable'],
});

/** A page was left. Unknown and ended sessions change nothing. */
export const endSession = defineCall({
  subject: 'telemetry.session-end',
  request: z.strictObject({ sessionId: SessionId }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** Made by the page for what it sends at once: sent again because no answer came, it counts once. Null: an old page. */
export const ReportId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .nullable()
  .default(null);

export const PageViews = z
  .array(z.strictObject({ path: z.string().max(500), count: z.number().int().min(1).max(1_000) }))
  .min(1)
  .max(50);

/** Counts pages that were opened; paths are stripped of ids here as well. */
export const countViews = defineCall({
  subject: 'telemetry.views',
  request: z.strictObject({ reportId: ReportId, views: PageViews }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export const ErrorSource = z.enum(['boundary', 'error', 'unhandledrejection']);
export const ErrorReport = z.strictObject({
  message: z.string().max(1_000),
  name: z.string().max(100),
  stack: z.string().max(8_000),
  source: ErrorSource,
  additionalInfo: z.string().max(4_000),
  /** How long ago, in ms: a browser's own clock may be a year off. */
  agoMs: z.number().int().min(0).max(600_000),
  /** The same error this many times since the last report. */
  count: z.number().int().min(1).max(100_000),
  url: z.string().max(500),
  referrer: z.string().max(500),
  viewportWidth: z.number().int().min(0).max(100_000),
  viewportHeight: z.number().int().min(0).max(100_000),
});
export type ErrorReport = z.infer<typeof ErrorReport>;
export const ErrorReports = z.array(ErrorReport).min(1).max(10);

/** Keeps error logs; answered once they are committed. */
export const reportErrors = defineCall({
  subject: 'telemetry.errors',
  request: z.strictObject({
    reportId: ReportId,
    /** Whose session it is says whose errors they are where no token does: a beacon carries none. */
    sessionId: SessionId.nullable().default(null),
    userId: UserId.nullable(),
    userAgent: z.string().max(512),
    errors: ErrorReports,
  }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

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

/** Days of the viewer's calendar, both included; at most 366. */
export const AnalyticsRange = z.strictObject({
  from: Day,
  to: Day,
  timeZone: z.string().max(64).refine(isZone, 'must be a time zone such as Europe/Berlin'),
});
export type AnalyticsRange = z.infer<typeof AnalyticsRange>;

/** A bar of a distribution: values up to and including this; null: all above the last. */
const Bar = z.strictObject({ upTo: z.number().nullable(), count: Count });
export type DistributionBar = z.infer<typeof Bar>;

export const Analytics = z.strictObject({
  /** When the first day began and the last one ends, ms since the epoch. */
  span: z.strictObject({ from: z.number(), to: z.number() }),
  days: z.array(
    z.strictObject({
      day: Day,
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
    }),
  ),
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
  /** Most often missed first: judged wrong or known by nobody. At most 20. */
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

export const ErrorLog = ErrorReport.omit({ agoMs: true, count: true }).extend({
  id: z.string(),
  timestamp: z.number(),
  userId: z.string().nullable(),
  userAgent: z.string(),
});
export type ErrorLog = z.infer<typeof ErrorLog>;

/** The newest logs of one group, every field; at most 20. */
export const errorLogs = defineCall({
  subject: 'telemetry.error-logs',
  request: z.strictObject({ fingerprint: z.string().max(64) }),
  reply: z.strictObject({ logs: z.array(ErrorLog) }),
  errors: ['unavailable'],
});

export const LiveGame = z.strictObject({
  gameId: GameId,
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  moderatorLeft: z.boolean(),
  players: Count,
  createdAt: z.number(),
  /** The last event's type, and its time. */
  lastAction: z.string(),
  lastAt: z.number(),
});
export type LiveGame = z.infer<typeof LiveGame>;

/** Games that changed after a place in the order of changes; from '0' on: the open ones, newest first. */
export const liveGames = defineCall({
  subject: 'telemetry.live-games',
  request: z.strictObject({ after: z.string().regex(/^\d+$/) }),
  reply: z.strictObject({
    /** Where to go on from. */
    cursor: z.string(),
    games: z.array(LiveGame),
  }),
  errors: ['unavailable'],
});

export const PAST_GAMES_LIMITS = { searchLength: 100, pageSize: 50 } as const;

/** As it stands in an address. */
export const PastGamesQuery = z.strictObject({
  /** In the code or the moderator's name, or a whole game id; capitals count as small letters. */
  search: z
    .string()
    .max(PAST_GAMES_LIMITS.searchLength)
    .regex(/^\P{Cc}*$/u)
    .default(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** Games that `liveGames` does not list: ended, without any action for a long time, or too many. Last action first. */
export const pastGames = defineCall({
  subject: 'telemetry.past-games',
  request: PastGamesQuery,
  /** `total`: of all pages. */
  reply: z.strictObject({ games: z.array(LiveGame), total: Count }),
  errors: ['unavailable'],
});
