import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import { defineCall, PageNumber, searchText } from '../call.js';

/**
 * Made by the browser for one visit and shared by its pages; anyone who knows it may end that session or show a sign of its
 * life, and nothing else.
 */
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

/** Most signs in one message. */
export const SESSION_SIGNS = 500;

/**
 * What sockets report about sessions. `gone`: the socket was cut or its page was left, so the session ended then unless it
 * showed a later sign of life. Otherwise the person is back. Found by person and browser; those without a session change
 * nothing.
 */
export const seeSessions = defineCall({
  subject: 'telemetry.sessions-seen',
  request: z.strictObject({
    signs: z
      .array(
        z.strictObject({
          userId: UserId,
          userAgent: z.string().max(512),
          /** How long ago, ms. */
          agoMs: z.number().int().min(0).max(600_000),
          gone: z.boolean(),
        }),
      )
      .max(SESSION_SIGNS),
  }),
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
  request: z.strictObject({
    reportId: ReportId,
    /** A sign of life of that session. */
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

const Count = z.number().int().min(0);

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
  search: searchText(PAST_GAMES_LIMITS.searchLength),
  page: PageNumber,
});

/** Games that `liveGames` does not list: ended, without any action for a long time, or too many. Last action first. */
export const pastGames = defineCall({
  subject: 'telemetry.past-games',
  request: PastGamesQuery,
  /** `total`: of all pages. */
  reply: z.strictObject({ games: z.array(LiveGame), total: Count }),
  errors: ['unavailable'],
});
