import type { RouteName } from '@earworm/contracts';
import { adminOnly, everybody, type Row, signedIn } from './roles.js';

/** What each route of the gateway answers to each role. What a route is sent stands in `route-inputs.ts`. */
export const EXPECTED_ROUTES: Readonly<Record<RouteName, Row>> = {
  about: everybody(),
  joinInfoByCode: everybody(),
  templateSchema: everybody(),
  guest: everybody(),
  signIn: everybody(),
  signUp: everybody(),
  refresh: everybody('token-expired'),
  signOut: everybody(),
  reset: everybody(),
  resetConfirm: everybody('reset-link-invalid'),
  endSession: everybody(),
  countViews: everybody(),
  reportErrors: everybody(),

  createGame: signedIn('ok', { anonymous: 'sign-in-to-create' }),
  joinInfo: signedIn(),
  roster: signedIn('not-moderator', { moderator: 'ok', admin: 'ok' }),
  stageKey: signedIn('not-moderator', { moderator: 'ok' }),
  history: signedIn(),
  gameResult: signedIn('not-found', { player: 'ok', moderator: 'ok', admin: 'ok' }),
  checkGameActionLimit: signedIn(),

  browseTemplates: signedIn(),
  myTemplates: signedIn(),
  createTemplate: signedIn(),
  importTemplate: signedIn(),
  readTemplate: signedIn(),
  copyTemplate: signedIn(),
  startTemplate: signedIn('ok', { anonymous: 'sign-in-to-create' }),
  reportTemplate: signedIn(),
  templateFromGame: signedIn('not-moderator', { moderator: 'ok' }),
  /** The template is the moderator's; admins read what they have to judge. */
  readTemplateContent: signedIn('template-not-yours', { moderator: 'ok', admin: 'ok' }),
  exportTemplate: signedIn('template-not-yours', { moderator: 'ok', admin: 'ok' }),
  saveTemplate: signedIn('template-not-yours', { moderator: 'ok' }),
  publishTemplate: signedIn('template-not-yours', { moderator: 'ok' }),
  deleteTemplate: signedIn('template-not-yours', { moderator: 'ok' }),

  startClipUpload: signedIn(),
  /** Of a file that the moderator has put there. */
  acceptClip: signedIn('clip-gone', { moderator: 'ok' }),
  clipAddress: signedIn(),
  beatSession: signedIn(),
  submitFeedback: signedIn(),
  startScreenshotUpload: signedIn(),

  guestMoves: signedIn(),
  outbox: adminOnly(),
  templateReports: adminOnly(),
  settleReports: adminOnly(),
  analytics: adminOnly(),
  errorLogs: adminOnly(),
  pastGames: adminOnly(),
  listFeedback: adminOnly(),
  exportFeedback: adminOnly(),
  changeFeedback: adminOnly(),
  deleteFeedback: adminOnly(),
  /** This feedback came without one. */
  readScreenshot: adminOnly('feedback-gone'),
};
