import { z } from 'zod';
import { GameId, HELP_CATEGORIES, UserId } from '@earworm/rules';
import { defineCall, PageNumber, searchText } from '../call.js';

/**
 * Id of a visit, made by the browser and shared by its pages. It is a capability: anyone who knows it may extend or end
 * the session, nothing else.
 */
export const SessionId = z.string().regex(/^[0-9a-f]{32}$/);
export const UserType = z.enum(['guest', 'registered']);
export type UserType = z.infer<typeof UserType>;

/**
 * Starts or extends a session. Times are server times. Refused with `forbidden` if the session belongs to another user.
 */
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

/** Ends a session when its page is left. No effect on unknown or ended sessions. */
export const endSession = defineCall({
  subject: 'telemetry.session-end',
  request: z.strictObject({ sessionId: SessionId }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** Most entries of `seeSessions` in one call. */
export const SESSION_SIGNS = 500;

/**
 * Updates sessions from the state of sockets. `gone` true: the socket closed, so the session ended then unless there is
 * later activity. False: the user is back. Sessions are matched by user and browser; no effect without a match.
 */
export const seeSessions = defineCall({
  subject: 'telemetry.sessions-seen',
  request: z.strictObject({
    signs: z
      .array(
        z.strictObject({
          userId: UserId,
          userAgent: z.string().max(512),
          /** How long ago it happened, in ms. */
          agoMs: z.number().int().min(0).max(600_000),
          gone: z.boolean(),
        }),
      )
      .max(SESSION_SIGNS),
  }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** Idempotency key of a report: a report that is resent counts once. Null from pages of older releases. */
export const ReportId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .nullable()
  .default(null);

export const PageViews = z
  .array(z.strictObject({ path: z.string().max(500), count: z.number().int().min(1).max(1_000) }))
  .min(1)
  .max(50);

/** Counts page views. The service removes ids from the paths, also if the page has not. */
export const countViews = defineCall({
  subject: 'telemetry.views',
  request: z.strictObject({
    reportId: ReportId,
    /** Also extends this session. */
    sessionId: SessionId.nullable().default(null),
    views: PageViews,
  }),
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
  /** How long ago it happened, in ms. Not a time, because the browser's clock may be wrong. */
  agoMs: z.number().int().min(0).max(600_000),
  /** How often the error occurred since the last report. */
  count: z.number().int().min(1).max(100_000),
  url: z.string().max(500),
  referrer: z.string().max(500),
  viewportWidth: z.number().int().min(0).max(100_000),
  viewportHeight: z.number().int().min(0).max(100_000),
});
export type ErrorReport = z.infer<typeof ErrorReport>;
export const ErrorReports = z.array(ErrorReport).min(1).max(10);

/** Stores error logs. Replies once they are committed. */
export const reportErrors = defineCall({
  subject: 'telemetry.errors',
  request: z.strictObject({
    reportId: ReportId,
    /** Identifies the user if `userId` is null: beacons carry no token. */
    sessionId: SessionId.nullable().default(null),
    userId: UserId.nullable(),
    userAgent: z.string().max(512),
    errors: ErrorReports,
  }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export const ErrorLog = ErrorReport.omit({ agoMs: true, count: true }).extend({
  id: z.string(),
  timestamp: z.number(),
  userId: z.string().nullable(),
  userAgent: z.string(),
});
export type ErrorLog = z.infer<typeof ErrorLog>;

/** The newest error logs with this fingerprint; at most 20. */
export const errorLogs = defineCall({
  subject: 'telemetry.error-logs',
  request: z.strictObject({ fingerprint: z.string().max(64) }),
  reply: z.strictObject({ logs: z.array(ErrorLog) }),
  errors: ['unavailable'],
});

const Count = z.number().int().min(0);

/** A game in the lists for administrators. Times are in ms since the epoch. */
export const LiveGame = z.strictObject({
  gameId: GameId,
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  moderatorLeft: z.boolean(),
  /** The open call for help; absent if there is none. `since` in ms since the epoch. */
  help: z.strictObject({ category: z.enum(HELP_CATEGORIES), text: z.string(), since: z.number() }).optional(),
  players: Count,
  createdAt: z.number(),
  /** Type and time of the last event. */
  lastAction: z.string(),
  lastAt: z.number(),
});
export type LiveGame = z.infer<typeof LiveGame>;

/** Games that changed after the cursor `after`. With '0': all open games, newest first. */
export const liveGames = defineCall({
  subject: 'telemetry.live-games',
  request: z.strictObject({ after: z.string().regex(/^\d+$/) }),
  reply: z.strictObject({
    /** Value of `after` for the next call. */
    cursor: z.string(),
    games: z.array(LiveGame),
  }),
  errors: ['unavailable'],
});

export const PAST_GAMES_LIMITS = { searchLength: 100, pageSize: 50 } as const;

export const PastGamesQuery = z.strictObject({
  /** Part of the code or of the moderator's name, ignoring case, or a whole game id. */
  search: searchText(PAST_GAMES_LIMITS.searchLength),
  page: PageNumber,
});

/** Games that `liveGames` does not list: completed, long inactive, or too many. Most recently active first. */
export const pastGames = defineCall({
  subject: 'telemetry.past-games',
  request: PastGamesQuery,
  /** `total`: number of games on all pages. */
  reply: z.strictObject({ games: z.array(LiveGame), total: Count }),
  errors: ['unavailable'],
});
