import type { Access, RouteName } from '@earworm/contracts';

/** Who decides whether a call of the bus may be made. */
export type CallRow =
  /** The service, by the actor that the call carries: it answers the roles as the routes do. */
  | { readonly by: 'service'; readonly routes: readonly RouteName[] }
  /** The service, by the actor of each game command. */
  | { readonly by: 'owner of the game' }
  /** The gateway, before it calls: by the access of the routes that lead to it, of which this is the least. */
  | { readonly by: 'gateway'; readonly access: Access; readonly routes: readonly RouteName[] }
  /** The gateway, by the role of the hello. */
  | { readonly by: 'hello' }
  /** No person stands behind it: what one service needs of another. */
  | { readonly by: 'nobody'; readonly callers: string };

const service = (...routes: RouteName[]): CallRow => ({ by: 'service', routes });
const open = (...routes: RouteName[]): CallRow => ({ by: 'gateway', access: 'public', routes });
const forUsers = (...routes: RouteName[]): CallRow => ({ by: 'gateway', access: 'signed-in', routes });
const forAdmins = (...routes: RouteName[]): CallRow => ({ by: 'gateway', access: 'admin', routes });
const internal = (callers: string): CallRow => ({ by: 'nobody', callers });
const HELLO: CallRow = { by: 'hello' };

/** Every call of the contracts, by its subject. */
export const EXPECTED_CALLS: Readonly<Record<string, CallRow>> = {
  'game.create': service('createGame'),
  'game.roster': service('roster'),
  'game.stage-key': service('stageKey'),
  'game.command': { by: 'owner of the game' },
  'game.by-code': open('joinInfoByCode'),
  'game.join-info': open('joinInfoByCode', 'joinInfo'),
  'game.change-crew': forAdmins('takeOverGame', 'helpGame', 'solveHelp'),
  'game.crew-rights': internal('shows, for links to the crew, and game, for links to the stage'),
  'game.place-in-room': internal('shows, for the games of rooms'),
  'game.follow-in-room': internal('shows, for the next round of a room'),
  'game.admit': internal('the gateway and shows, before they read the content of a new game'),
  'game.snapshot': HELLO,
  'game.player-snapshots': HELLO,
  'game.since': HELLO,
  'game.check-stage-key': HELLO,
  'game.heads-of': internal('gateways, about all games of a shard'),
  'game.move-user': internal('identity, after a guest has signed in to an account'),
  'game.log': internal('library and telemetry'),
  'game.question-contents': internal('library and telemetry'),

  'library.templates.browse': service('browseTemplates'),
  'library.templates.mine': service('myTemplates'),
  'library.templates.read': service('readTemplate'),
  'library.templates.content': service('readTemplateContent'),
  'library.templates.create': service('createTemplate'),
  'library.templates.save': service('saveTemplate'),
  'library.templates.publish': service('publishTemplate'),
  'library.templates.delete': service('deleteTemplate'),
  'library.templates.copy': service('copyTemplate'),
  'library.templates.export': service('exportTemplate'),
  'library.templates.from-game': service('templateFromGame'),
  'library.templates.report': service('reportTemplate'),
  'library.templates.reports': service('templateReports'),
  'library.templates.settle': service('settleReports'),
  /** Its answer goes to the game, not to the person. */
  'library.templates.take': service('startTemplate'),
  'library.templates.used': internal('the gateway, once a game was created'),
  'library.templates.use': forAdmins('analytics'),
  'library.game-result': service('gameResult'),
  'library.history': forUsers('history'),
  'library.open-games': internal('identity, after a guest has signed in to an account'),
  'library.move-user': internal('identity, after a guest has signed in to an account'),
  'library.games-of-user': forAdmins('accountGames'),
  'library.start-clip': forUsers('startClipUpload'),
  'library.accept-clip': forUsers('acceptClip'),
  'library.clip-address': forUsers('clipAddress'),
  'library.starter-quiz': forUsers('createGame'),
  'library.clip': internal('the gateway, for the built-in clips, which are public'),

  'identity.guest': open('guest'),
  'identity.sign-in': open('signIn'),
  'identity.sign-up': open('signUp'),
  'identity.refresh': open('refresh', 'token'),
  'identity.sign-out': open('signOut'),
  'identity.reset': open('reset'),
  'identity.reset-confirm': open('resetConfirm'),
  'identity.move-guest': forUsers('moveGuest'),
  'identity.guest-moves': forUsers('guestMoves'),
  'identity.outbox': forAdmins('outbox'),
  'identity.accounts': forAdmins('listAccounts'),
  'identity.account': forAdmins('readAccount'),
  'identity.account-set-admin': forAdmins('giveAdmin', 'takeAdmin'),
  'identity.account-set-disabled': forAdmins('disableAccount', 'enableAccount'),
  'identity.account-end-sessions': forAdmins('endAccountSessions'),
  'identity.audit': forAdmins('listAudit'),
  'identity.audit-export': forAdmins('exportAudit'),
  'identity.audit-begin': internal("the gateway, before an administrator's act"),
  'identity.audit-end': internal("the gateway, after an administrator's act"),
  'identity.keys': internal('gateways, to verify tokens'),
  'identity.revocations': internal('gateways'),
  'identity.device-key': internal('gateways'),
  'identity.link-keys': internal('gateways'),

  'rate-limit.check': internal('gateways'),
  'rate-limit.addresses': internal('gateways and identity'),
  'rate-limit.guess': internal('identity'),
  'rate-limit.guessed-right': internal('identity'),

  'telemetry.session-beat': forUsers('beatSession'),
  'telemetry.session-end': open('endSession'),
  'telemetry.views': open('countViews'),
  'telemetry.errors': open('reportErrors'),
  'telemetry.analytics': forAdmins('analytics'),
  'telemetry.error-logs': forAdmins('errorLogs'),
  'telemetry.past-games': forAdmins('pastGames'),
  'telemetry.live-games': HELLO,
  'telemetry.move-user': internal('identity, after a guest has signed in to an account'),
  'telemetry.sessions-seen': internal('gateways, about their sockets'),

  'feedback.submit': forUsers('submitFeedback'),
  'feedback.start-upload': forUsers('startScreenshotUpload'),
  'feedback.list': forAdmins('listFeedback'),
  'feedback.export': forAdmins('exportFeedback'),
  'feedback.change': forAdmins('changeFeedback'),
  'feedback.delete': forAdmins('deleteFeedback'),
  'feedback.screenshot': forAdmins('readScreenshot'),
  'feedback.move-user': internal('identity, after a guest has signed in to an account'),
  'feedback.count': forAdmins('analytics'),

  'shows.create-crew-link': service('createCrewLink'),
  'shows.list-crew-links': service('listCrewLinks'),
  'shows.revoke-crew-link': service('revokeCrewLink'),
  'shows.look-at-crew-link': open('lookAtCrewLink', 'askForCrewLink', 'useCrewLink'),
  'shows.ask-for-crew-link': open('askForCrewLink'),
  'shows.use-crew-link': forUsers('useCrewLink'),
  'shows.my-rooms': forUsers('listMyRooms'),
  'shows.create': service('createShow'),
  'shows.list': service('listShows'),
  'shows.list-all': forAdmins('listAllShows'),
  'shows.read': service('readShow'),
  'shows.brand': open('showBrand'),
  'shows.read-logo': internal('gateways, for the logos of events, which are public'),
  'shows.set-logo': service('setShowLogo'),
  'shows.save': service('saveShow'),
  'shows.delete': service('deleteShow'),
  'shows.restore': service('restoreShow'),
  'shows.set-quota': forAdmins('setShowQuota'),
  'shows.list-networks': forAdmins('listShowNetworks'),
  'shows.decide-networks': forAdmins('decideShowNetworks'),
  'shows.raised-networks': internal('gateways and the rate-limit service, every ten seconds'),
  'shows.invite-staff': service('inviteStaff'),
  'shows.join-staff': service('joinStaff'),
  'shows.remove-staff': service('removeStaff'),
  'shows.save-rooms': service('saveRooms'),
  'shows.list-rooms': service('listRooms'),
  'shows.list-results': service('listResults'),
  'shows.remove-room': service('removeRoom'),
  'shows.read-rounds': service('readRounds'),
  'shows.begin-round': service('beginRound'),
  'shows.create-room-link': service('createRoomLink'),
  'shows.mail-room-links': service('mailRoomLinks'),
  'shows.revoke-room-links': service('revokeRoomLinks'),
  'identity.mail-crews': internal('shows, for links to the crews of rooms'),
  'shows.create-room-links': service('createRoomLinks'),
  'shows.prepare-rooms': service('prepareRooms'),
  'shows.stop-preparing': service('stopPreparing'),
  'shows.retry-rooms': service('retryRooms'),
  'shows.move-user': internal('identity, after a guest has signed in to an account'),
};
