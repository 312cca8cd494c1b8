import { z } from 'zod';
import { countFeedback } from './calls/feedback.js';
import * as figures from './calls/analytics.js';
import * as calls from './calls/telemetry.js';
import { templateUse } from './calls/template-games.js';
import { answersOf, route } from './route.js';

const nothing = z.strictObject({});

export const TELEMETRY_ROUTES = {
  beatSession: route({
    access: 'signed-in',
    summary: 'Start a session, and every five minutes: it goes on',
    body: calls.beatSession.request.pick({ sessionId: true, language: true }),
    reply: nothing,
    errors: calls.beatSession.errors,
  }),
  endSession: route({
    access: 'public',
    summary: 'The page was left; sent as a beacon, which carries no token',
    body: calls.endSession.request,
    reply: nothing,
    errors: calls.endSession.errors,
  }),
  countViews: route({
    access: 'public',
    summary: 'Pages that were opened',
    body: calls.countViews.request,
    reply: nothing,
    errors: ['limit-reports', 'unavailable'],
  }),
  reportErrors: route({
    bodyLimits: { bytes: 256 * 1024, members: 1_000 },
    cleansTexts: true,
    access: 'public',
    summary: 'Errors that a page met; who was signed in is taken from the token, else from the session',
    body: calls.reportErrors.request.pick({ reportId: true, sessionId: true, errors: true }),
    reply: nothing,
    errors: ['limit-reports', 'unavailable'],
  }),
  analytics: route({
    access: 'admin',
    audit: { none: 'figures of many people, none of which names one; saving them as a file is recorded' },
    summary: 'Figures of up to 366 days or 336 hours in a time zone, of all games or of those that fit a filter',
    query: figures.AnalyticsRange,
    /** `feedback`, `templateUse`: null while their service is down. `feedback` is also null with a filter of games. */
    reply: figures.Analytics.extend({
      feedback: countFeedback.reply.shape.byType.nullable(),
      templateUse: templateUse.reply.nullable(),
    }),
    errors: figures.analytics.errors,
  }),
  exportAnalytics: route({
    access: 'admin',
    audit: { act: 'analytics-exported', details: ['table', 'from', 'to', 'gameCode', 'moderator'] },
    summary: 'Record that figures are saved as a file; the page that shows them writes it',
    body: figures.AnalyticsExport,
    reply: nothing,
    errors: [],
  }),
  errorLogs: route({
    access: 'admin',
    audit: { act: 'error-logs-read', on: ['error', 'fingerprint'] },
    summary: 'The newest error logs of one group',
    params: calls.errorLogs.request,
    ...answersOf(calls.errorLogs),
  }),
  pastGames: route({
    access: 'admin',
    audit: { none: 'a list of games by code and moderator; opening one of them is recorded' },
    summary: 'Games that have ended or were left open, by code, moderator or id; fifty at a time',
    query: calls.PastGamesQuery,
    ...answersOf(calls.pastGames),
  }),
} as const;
