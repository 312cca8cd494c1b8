import { randomUUID } from 'node:crypto';
import type { ErrorReport, GameId, RoomId, RouteInput, RouteName, ShowId } from '@earworm/contracts';
import { newFeedback } from './http.js';
import { ROOM_ROW, type Scene, SHOW_FACTS } from './scene.js';
import type { RoleName } from './roles.js';

type Inputs = {
  readonly [N in RouteName]: (scene: Scene, role: RoleName) => RouteInput<N> | Promise<RouteInput<N>>;
};

const hex = () => randomUUID().replaceAll('-', '');
const facts = { title: 'Tunes', description: '', language: null, tags: [] };
const template = ({ templateId }: Scene) => ({ params: { templateId } });
/** One that has not been changed yet by a role that may change it. */
const ownTemplate = async ({ templateId, newTemplate }: Scene, role: RoleName) => ({
  params: { templateId: role === 'moderator' ? await newTemplate() : templateId },
});
const game = ({ gameId }: Scene) => ({ params: { gameId } });
const gameInNeed = ({ gameInNeedId: gameId }: Scene) => ({ params: { gameId }, body: { reason: 'A reason' } });
const show = ({ showId }: Scene) => ({ params: { showId } });
const room = ({ showId }: Scene) => ({ params: { showId, roomId: randomUUID() as RoomId } });
const feedback = ({ feedbackId }: Scene) => ({ params: { feedbackId } });

/** A user on whom nothing else depends. */
const targetUser = ({ targetUserId: userId }: Scene) => ({ params: { userId } });
const targetUserWithReason = (scene: Scene) => ({ ...targetUser(scene), body: { reason: 'A reason' } });

/** What each route is sent, so that nothing but the role stands in its way. */
export const ROUTE_INPUTS: Inputs = {
  about: () => ({}),
  privacy: () => ({}),
  joinInfoByCode: ({ gameCode }) => ({ params: { gameCode } }),
  templateSchema: () => ({}),
  guest: () => ({ body: {} }),
  // Not for real for the guest, who would otherwise become another user.
  signIn: ({ account }, role) => ({ body: role === 'guest' ? { ...account, password: 'another-password' } : account }),
  signUp: ({ newAccount }) => ({ body: { displayName: 'Newcomer', ...newAccount() } }),
  refresh: () => ({ body: { refreshToken: 'nonsense' } }),
  token: ({ refreshToken }) => ({ body: { grant_type: 'refresh_token', refresh_token: refreshToken } }),
  signOut: () => ({ body: { refreshToken: 'nonsense' } }),
  reset: ({ account: { email } }) => ({ body: { email } }),
  resetConfirm: () => ({ body: { token: 'nonsense', password: 'a-long-password' } }),
  endSession: () => ({ body: { sessionId: hex() } }),
  countViews: () => ({ body: { views: [{ path: '/', count: 1 }] } }),
  reportErrors: () => ({ body: { errors: [ERROR] } }),

  createGame: () => ({ body: { requestId: randomUUID(), moderatorName: 'Maria' } }),
  joinInfo: game,
  roster: game,
  addQuestions: (scene) => ({ ...game(scene), body: { commandId: randomUUID() } }),
  gameTimeline: (scene) => ({ ...game(scene), query: { after: 0 } }),
  gameEvidence: (scene) => ({ ...game(scene), query: { after: 0 } }),
  stageKey: game,
  takeOverGame: gameInNeed,
  helpGame: gameInNeed,
  solveHelp: ({ gameInNeedId: gameId }) => ({ params: { gameId } }),
  createCrewLink: (scene) => ({ ...game(scene), body: { rights: ['judge'], purpose: 'co-host' } }),
  listCrewLinks: game,
  revokeCrewLink: ({ gameId, linkId }) => ({ params: { gameId, linkId } }),
  askForCrewLink: ({ crewLink: link }) => ({ body: { link } }),
  lookAtCrewLink: ({ crewLink: link }) => ({ body: { link } }),
  useCrewLink: async ({ newCrewLink }) => ({ body: { link: await newCrewLink(), name: 'Cora' } }),

  // The moderator has as many events as an account may have.
  createShow: ({ showId, otherShowId }, role) => ({
    // Those who have theirs ask for it again.
    body: {
      showId: role === 'moderator' ? showId : role === 'otherModerator' ? otherShowId : (randomUUID() as ShowId),
      facts: SHOW_FACTS,
    },
  }),
  listMyRooms: () => ({}),
  listShows: () => ({}),
  readShow: show,
  showBrand: show,
  saveShow: (scene) => ({ ...show(scene), body: { basedOn: 1, facts: SHOW_FACTS } }),
  setShowLogo: (scene) => ({ ...show(scene), body: { picture: null } }),
  deleteShow: show,
  restoreShow: show,
  inviteStaff: (scene) => ({ ...show(scene), body: { role: 'viewer' } }),
  joinStaff: () => ({ body: { inviteId: randomUUID(), secret: 'x'.repeat(43) } }),
  removeStaff: ({ showId, targetUserId: memberId }) => ({ params: { showId, memberId } }),
  saveRooms: (scene) => ({ ...show(scene), body: { rows: [ROOM_ROW] } }),
  listRooms: show,
  listResults: show,
  listStandings: show,
  freezeStandings: (scene) => ({ ...show(scene), body: { frozen: true } }),
  readShowStage: show,
  saveShowStage: (scene) => ({ ...show(scene), body: { kind: 'players', counting: 'points', publicNames: null } }),
  linkShowStage: (scene) => ({ ...show(scene), body: { isLinked: false } }),
  revealStandings: (scene) => ({ ...show(scene), body: { act: 'end' } }),
  lookAtShowStage: (scene) => ({ ...show(scene), body: { key: 'x'.repeat(43) } }),
  lookAtStandings: (scene) => ({ ...show(scene), body: { key: 'x'.repeat(22) } }),
  actInRoom: ({ showId, roomId, gameId }) => ({
    params: { showId, roomId },
    body: { after: gameId as GameId, commandId: randomUUID(), act: { type: 'help', reason: 'They called' } },
  }),
  roomTimeline: ({ showId, roomId, gameId }) => ({
    params: { showId, roomId, gameId: gameId as GameId },
    query: { after: 0 },
  }),
  roomStaffView: ({ showId, roomId, gameId }) => ({ params: { showId, roomId, gameId: gameId as GameId } }),
  roomStageKey: ({ showId, roomId, gameId }) => ({ params: { showId, roomId, gameId: gameId as GameId } }),
  // An unknown room: for one of the event, a game would be called in the background while later routes are tested.
  actInRooms: ({ showId, gameId }) => ({
    params: { showId },
    body: {
      jobId: randomUUID(),
      act: { type: 'resumeGame' },
      rooms: [{ roomId: randomUUID() as RoomId, after: gameId as GameId }],
    },
  }),
  planAdvance: ({ showId, roomId }) => ({ params: { showId }, body: { count: 10, roomIds: [roomId] } }),
  advance: ({ showId, roomId }) => ({
    params: { showId },
    body: { jobId: randomUUID(), count: 10, roomIds: [roomId], digest: 'another-plan' },
  }),
  listAdvances: show,
  readAdvance: ({ showId }) => ({ params: { showId, jobId: randomUUID() } }),
  releaseAdvanced: ({ showId, targetUserId: playerId }) => ({
    params: { showId, jobId: randomUUID() },
    body: { playerId, replace: true },
  }),
  readBulkAct: ({ showId }) => ({ params: { showId, jobId: randomUUID() } }),
  claimAttention: ({ showId, roomId }) => ({
    params: { showId },
    body: { reasons: [{ roomId, kind: 'help' }], isClaimed: true, from: null },
  }),
  snoozeAttention: ({ showId, roomId }) => ({
    params: { showId },
    body: { reasons: [{ roomId, kind: 'help' }], minutes: 5, reason: 'The caterer is in the way' },
  }),
  listSolved: show,
  removeRoom: room,
  listOutdatedRooms: show,
  updateRooms: ({ showId, roomId }) => ({ params: { showId }, body: { roomIds: [roomId] } }),
  readRounds: ({ showId, roomId }) => ({ params: { showId, roomId } }),
  beginRound: ({ showId, roomId, gameId }) => ({
    params: { showId, roomId },
    body: { round: 2, after: gameId as GameId },
  }),
  createRoomLink: ({ showId, roomId }) => ({ params: { showId, roomId } }),
  mailRoomLinks: ({ showId, roomId }) => ({ params: { showId }, body: { roomIds: [roomId] } }),
  revokeRoomLinks: ({ showId, roomId }) => ({ params: { showId }, body: { roomIds: [roomId] } }),
  createRoomLinks: ({ showId, roomId }) => ({ params: { showId }, body: { roomIds: [roomId] } }),
  // Its rooms are ready.
  prepareRooms: show,
  stopPreparing: show,
  retryRooms: show,
  listAllShows: () => ({}),
  setShowQuota: (scene) => ({ ...show(scene), body: { rooms: 30, people: 600 } }),
  listShowNetworks: () => ({}),
  decideShowNetworks: (scene) => ({
    ...show(scene),
    body: { approve: false, networks: ['8.8.8.0/24'], people: 20, startsAt: 0 },
  }),
  ownNetwork: () => ({}),

  history: () => ({}),
  gameResult: game,
  checkGameActionLimit: () => ({ body: { gameId: 'global', action: 'create_game' } }),

  browseTemplates: () => ({}),
  myTemplates: () => ({}),
  createTemplate: () => ({ body: { templateId: randomUUID(), facts } }),
  readTemplate: template,
  copyTemplate: (scene) => ({ ...template(scene), body: { copyId: randomUUID() } }),
  startTemplate: (scene) => ({ ...template(scene), body: { requestId: randomUUID(), moderatorName: 'Maria' } }),
  reportTemplate: (scene) => ({ ...template(scene), body: { reason: 'other' } }),
  templateFromGame: ({ gameId }) => ({ body: { templateId: randomUUID(), gameId, title: 'Tunes' } }),
  readTemplateContent: template,
  exportTemplate: (scene) => ({ ...template(scene), query: { format: 'json' } }),
  saveTemplate: async (...who) => ({ ...(await ownTemplate(...who)), body: { saveId: randomUUID(), basedOn: 1 } }),
  publishTemplate: (scene) => ({ ...template(scene), body: { published: true } }),
  deleteTemplate: ownTemplate,

  startClipUpload: () => ({ body: { size: 1_000 } }),
  acceptClip: ({ uploadId }) => ({ params: { uploadId } }),
  clipAddress: ({ clipId }) => ({ params: { clipId } }),
  beatSession: () => ({ body: { sessionId: hex(), language: 'en' } }),
  submitFeedback: () => ({ body: newFeedback() }),
  startScreenshotUpload: () => ({ body: { fileName: 'screen.png', contentType: 'image/png', size: 1_000 } }),

  /** With a token that is none, or the guest of the table would be gone. */
  moveGuest: () => ({ body: { guestToken: 'nonsense' } }),
  guestMoves: () => ({}),
  exportMe: () => ({ query: { part: 'library' } }),
  eraseMe: ({ targetUserId: userId }) => ({ body: { userId, keepsTemplates: true } }),
  outbox: () => ({}),
  listErasures: () => ({}),
  listAccounts: () => ({}),
  readAccount: targetUser,
  accountGames: targetUser,
  giveAdmin: targetUserWithReason,
  takeAdmin: targetUserWithReason,
  disableAccount: targetUserWithReason,
  enableAccount: targetUserWithReason,
  endAccountSessions: targetUserWithReason,
  listAudit: () => ({}),
  exportAudit: () => ({ body: {} }),
  templateReports: () => ({}),
  settleReports: (scene) => ({ ...template(scene), body: { verdict: 'dismiss' } }),
  analytics: () => ({ query: { from: '2026-01-01', to: '2026-01-02', timeZone: 'UTC' } }),
  exportAnalytics: () => ({ body: { table: 'Visits', from: '2026-01-01', to: '2026-01-02' } }),
  errorLogs: () => ({ params: { fingerprint: 'none' } }),
  pastGames: () => ({}),
  listFeedback: () => ({}),
  exportFeedback: () => ({ body: {} }),
  changeFeedback: (scene) => ({ ...feedback(scene), body: { status: 'resolved' } }),
  deleteFeedback: () => ({ params: { feedbackId: randomUUID() } }),
  readScreenshot: feedback,
};

const ERROR: ErrorReport = {
  ...{ message: 'broken', name: 'Error', stack: '', source: 'error' as const, additionalInfo: '', agoMs: 0, count: 1 },
  ...{ url: '/', referrer: '', viewportWidth: 1, viewportHeight: 1 },
};
