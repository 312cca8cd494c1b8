import * as calls from '@earworm/contracts';
import { GameIdSchema, RefusedError, type UserId } from '@earworm/contracts';
import { userAgentOf } from '../wire/request.js';
import { actorOf, type Forwarded, withoutRole } from './forward.js';
import { FORWARDED_TO_SHOWS } from './forwarded-show-routes.js';

/** May call an external identity provider. */
const SLOW = { timeoutMs: 10_000 };
const FILE = { timeoutMs: 12_000 };
/** The picture is re-encoded; browsers wait 15 s. */
const SUBMIT = { failed: 'feedback-failed', timeoutMs: 14_000 } as const;
const ACCEPT = { failed: 'clips-away', timeoutMs: 15_000 } as const;

const EXPORTS = {
  identity: calls.exportFromIdentity,
  game: calls.exportFromGame,
  library: calls.exportFromLibrary,
  telemetry: calls.exportFromTelemetry,
  feedback: calls.exportFromFeedback,
  shows: calls.exportFromShows,
} as const;

/** Routes answered by one call. Of overlapping paths the more specific comes first. */
export const FORWARDED = {
  listAccounts: (call, { query }) => call(calls.listAccounts, query, SLOW),
  readAccount: (call, { params }) => call(calls.readAccount, params, SLOW),
  accountGames: (call, { params, query }) => call(calls.gamesOfUser, { ...params, ...query }),
  giveAdmin: (call, { params }) => call(calls.setAdmin, { ...params, admin: true }, SLOW),
  takeAdmin: (call, { params }) => call(calls.setAdmin, { ...params, admin: false }, SLOW),
  disableAccount: (call, { params }) => call(calls.setDisabled, { ...params, disabled: true }, SLOW),
  enableAccount: (call, { params }) => call(calls.setDisabled, { ...params, disabled: false }, SLOW),
  endAccountSessions: (call, { params }) => call(calls.endSessions, params, SLOW),
  listAudit: (call, { query }) => call(calls.listAudit, query),
  exportAudit: (call, { body }) => call(calls.exportAudit, body),
  guestMoves: (call, { user }) => call(calls.guestMoves, { userId: user.userId }),
  exportMe: (call, { query: { part, after = null }, user }) =>
    call(EXPORTS[part], { userId: user.userId as UserId, after }, SLOW),
  eraseMe: (call, { body, user }) => {
    if (body.userId !== user.userId) throw new RefusedError('forbidden');
    return call(calls.erasePerson, body, SLOW);
  },
  outbox: (call) => call(calls.readOutbox, {}),
  listErasures: (call) => call(calls.listErasures, {}),

  history: (call, { query, user }) => call(calls.gameHistory, { userId: user.userId as UserId, list: query.list }),
  gameResult: (call, { params, user }) => {
    const gameId = GameIdSchema.safeParse(params.gameId);
    if (!gameId.success) throw new RefusedError('invalid-game-id');
    const request = { userId: user.userId as UserId, gameId: gameId.data };
    // Older library services do not know the field.
    return call(calls.gameResult, user.isAdmin ? { ...request, isAdmin: true } : request);
  },
  acceptClip: (call, { params: { uploadId }, user: { userId, isGuest } }) =>
    call(calls.acceptClip, { uploadId, userId: userId as UserId, isGuest }, ACCEPT),
  clipAddress: (call, { params }) => call(calls.clipAddress, params, { failed: 'clips-away' }),

  browseTemplates: (call, { query, user }) => call(calls.browseTemplates, { actor: actorOf(user), search: query }),
  myTemplates: (call, { query, user }) => call(calls.myTemplates, { actor: actorOf(user), ...query }),
  createTemplate: (call, { body, user }) => call(calls.createTemplate, { actor: actorOf(user), ...body }, FILE),
  templateFromGame: (call, { body, user }) => call(calls.templateFromGame, { actor: actorOf(user), ...body }),
  templateSchema: () => Promise.resolve(calls.templateFileSchema()),
  templateReports: (call, { user }) => call(calls.templateReports, { actor: actorOf(user) }),
  readTemplate: (call, { params, user }) => call(calls.readTemplate, { actor: actorOf(user), ...params }),
  readTemplateContent: (call, { params, user }) => call(calls.readTemplateContent, { actor: actorOf(user), ...params }),
  saveTemplate: (call, { params, body, user }) =>
    call(calls.saveTemplate, { actor: actorOf(user), ...params, change: body }),
  publishTemplate: (call, { params, body, user }) =>
    call(calls.publishTemplate, { actor: actorOf(user), ...params, ...body }),
  deleteTemplate: (call, { params, user }) => call(calls.deleteTemplate, { actor: actorOf(user), ...params }),
  copyTemplate: (call, { params, body, user }) =>
    call(calls.copyTemplate, { actor: withoutRole(user), ...params, ...body }),
  exportTemplate: (call, { params, query, user }) =>
    call(calls.exportTemplate, { actor: actorOf(user), ...params, ...query }, FILE),
  reportTemplate: (call, { params, body, user }) =>
    call(calls.reportTemplate, { actor: actorOf(user), ...params, ...body }),
  settleReports: (call, { params, body, user }) =>
    call(calls.settleReports, { actor: actorOf(user), ...params, ...body }),

  ...FORWARDED_TO_SHOWS,

  submitFeedback: (call, { body: { context, ...form }, user }, request) => {
    const where = context === undefined ? {} : { context: { ...context, userAgent: userAgentOf(request) } };
    const from = { userId: user.userId, userEmail: user.email ?? null };
    return call(calls.submitFeedback, { ...form, ...where, ...from }, SUBMIT);
  },
  listFeedback: (call, { query }) => call(calls.listFeedback, query),
  exportFeedback: (call, { body }) => call(calls.exportFeedback, body),
  changeFeedback: (call, { params, body, user }) =>
    call(calls.changeFeedback, { ...params, ...body, handledBy: user.name }),
  deleteFeedback: (call, { params }) => call(calls.deleteFeedback, params, { timeoutMs: 8_000 }),
  readScreenshot: (call, { params }) => call(calls.readScreenshot, params),

  // The page has the data; only the export is audited.
  exportAnalytics: () => Promise.resolve({}),
  errorLogs: (call, { params }) => call(calls.errorLogs, params),
  pastGames: (call, { query }) => call(calls.pastGames, query),
} satisfies Forwarded;
