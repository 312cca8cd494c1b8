import {
  headsSubject,
  inboxPrefix,
  LOG_GROWN,
  presenceSubject,
  erasedSubject,
  roleEventsSubject,
  ROOM_STATUSES,
  ROOM_STATUSES_WANTED,
} from './bus-messages.js';
import * as accounts from './calls/accounts.js';
import * as advances from './calls/advances.js';
import * as attention from './calls/attention.js';
import * as audit from './calls/audit.js';
import * as clips from './calls/clips.js';
import * as crew from './calls/crew.js';
import * as crewMails from './calls/crew-mails.js';
import * as crewLinks from './calls/crew-links.js';
import * as erasures from './calls/erasures.js';
import * as feedback from './calls/feedback.js';
import * as game from './calls/game.js';
import * as identity from './calls/identity.js';
import * as library from './calls/library.js';
import * as moves from './calls/moves.js';
import * as myRooms from './calls/my-rooms.js';
import * as people from './calls/person-erasures.js';
import * as exports from './calls/person-exports.js';
import * as rateLimit from './calls/rate-limit.js';
import * as analytics from './calls/analytics.js';
import * as retention from './calls/retention.js';
import * as roomActs from './calls/room-acts.js';
import * as rooms from './calls/rooms.js';
import * as showResults from './calls/show-results.js';
import * as showStage from './calls/show-stage.js';
import * as standings from './calls/standings.js';
import * as shows from './calls/shows.js';
import * as telemetry from './calls/telemetry.js';
import * as templateGames from './calls/template-games.js';
import * as templateReports from './calls/template-reports.js';
import * as staffView from './calls/staff-view.js';
import * as timeline from './calls/timeline.js';
import * as templates from './calls/templates.js';
import { VITALS_SUBJECT, VITALS_WANTED } from './operations.js';

/**
 * The subjects that one service calls, publishes and subscribes to. In addition, a service serves every call of another
 * service whose subject begins with its own name.
 */
interface BusUser {
  readonly calls: readonly string[];
  readonly publishes?: readonly string[];
  readonly subscribes?: readonly string[];
}

const call = ({ subject }: { readonly subject: string }) => subject;
/** For a call to the owner of a shard: matches the subjects of all shards. */
const ownerCall = ({ subject }: { readonly subject: string }) => `${subject}.*`;
const anyShard = headsSubject(0).replace('0', '*');

/**
 * What each service does on the bus. `deploy/nats/services.conf` is generated from this table. A spec compares it with
 * the calls in the source of each service.
 */
export const BUS_USERS: Readonly<Record<string, BusUser>> = {
  gateway: {
    calls: [
      ...[game.createGame, game.admitGame, game.findByCode, game.checkStageKey].map(call),
      ...[game.joinInfo, game.sendCommand, game.snapshot, game.since, game.heads].map(ownerCall),
      ...[game.playerSnapshots, game.roster, game.stageKey, crew.changeCrew].map(ownerCall),
      ...[timeline.gameTimeline, timeline.gameEvidence].map(ownerCall),
      ...[identity.signInAsGuest, identity.signIn, identity.signUp, identity.signOut].map(call),
      ...[identity.refreshTokens, identity.requestReset, identity.confirmReset].map(call),
      ...[identity.signingKeys, identity.revocations, identity.deviceKey, identity.linkKeys, identity.readOutbox].map(
        call,
      ),
      ...[accounts.listAccounts, accounts.readAccount, accounts.setAdmin, accounts.setDisabled].map(call),
      ...[accounts.endSessions, moves.moveGuest, moves.guestMoves].map(call),
      ...[erasures.listErasures, people.erasePerson].map(call),
      ...[exports.exportFromIdentity, exports.exportFromGame, exports.exportFromLibrary].map(call),
      ...[exports.exportFromTelemetry, exports.exportFromFeedback, exports.exportFromShows].map(call),
      ...[retention.gameRetention, retention.libraryRetention].map(call),
      ...[retention.telemetryRetention, retention.identityRetention].map(call),
      ...[audit.beginAct, audit.endAct, audit.listAudit, audit.exportAudit].map(call),
      ...[library.gameHistory, library.gamesOfUser, library.gameResult, library.starterQuiz, library.readClip].map(
        call,
      ),
      ...[clips.startClipUpload, clips.acceptClip, clips.clipAddress].map(call),
      ...[templates.browseTemplates, templates.myTemplates, templates.readTemplate].map(call),
      ...[templates.readTemplateContent, templates.createTemplate, templates.saveTemplate].map(call),
      ...[templates.publishTemplate, templates.copyTemplate, templates.deleteTemplate].map(call),
      call(templates.exportTemplate),
      ...[templateGames.takeTemplate, templateGames.templateFromGame].map(call),
      ...[templateGames.countTemplateUse, templateGames.templateUse].map(call),
      ...[templateReports.reportTemplate, templateReports.templateReports, templateReports.settleReports].map(call),
      ...[rateLimit.checkLimit, rateLimit.countAddresses].map(call),
      ...[telemetry.beatSession, telemetry.endSession, telemetry.seeSessions, telemetry.countViews].map(call),
      ...[telemetry.reportErrors, telemetry.errorLogs, analytics.analytics].map(call),
      ...[telemetry.liveGames, telemetry.pastGames].map(call),
      ...[feedback.submitFeedback, feedback.startScreenshotUpload, feedback.listFeedback].map(call),
      ...[feedback.exportFeedback, feedback.changeFeedback, feedback.deleteFeedback].map(call),
      ...[feedback.readScreenshot, feedback.countFeedback].map(call),
      ...[crewLinks.createCrewLink, crewLinks.listCrewLinks, crewLinks.revokeCrewLink].map(call),
      ...[crewLinks.lookAtCrewLink, crewLinks.useCrewLink, crewLinks.askForCrewLink].map(call),
      ...[shows.createShow, shows.listShows, shows.listAllShows, shows.readShow, shows.saveShow].map(call),
      ...[shows.deleteShow, shows.restoreShow, shows.setShowQuota, shows.decideShowNetworks].map(call),
      ...[shows.listShowNetworks, shows.raisedNetworks, shows.showBrand, shows.setShowLogo, shows.readShowLogo].map(
        call,
      ),
      ...[shows.inviteStaff, shows.joinStaff, shows.removeStaff].map(call),
      ...[rooms.saveRooms, rooms.listRooms, rooms.removeRoom].map(call),
      ...[rooms.readRounds, rooms.beginRound, rooms.createRoomLink, rooms.createRoomLinks].map(call),
      ...[showResults.listResults, myRooms.listMyRooms].map(call),
      ...[standings.listStandings, standings.freezeStandings].map(call),
      ...[showStage.readShowStage, showStage.saveShowStage, showStage.linkShowStage].map(call),
      ...[showStage.revealStandings, showStage.lookAtShowStage, showStage.lookAtStandings].map(call),
      ...[advances.planAdvance, advances.advance, advances.listAdvances].map(call),
      ...[advances.readAdvance, advances.releaseAdvanced].map(call),
      ...[crewMails.mailRoomLinks, crewMails.revokeRoomLinks].map(call),
      ...[rooms.prepareRooms, rooms.stopPreparing, rooms.retryRooms].map(call),
      ...[rooms.listOutdatedRooms, rooms.updateRooms].map(call),
      ...[roomActs.actInRoom, timeline.roomTimeline, roomActs.roomStageKey, staffView.roomStaffView].map(call),
      call(timeline.namesOfStaff),
      ...[roomActs.actInRooms, roomActs.readBulkAct].map(call),
      ...[attention.watchShow, attention.claimAttention, attention.snoozeAttention, attention.listSolved].map(call),
    ],
    publishes: [presenceSubject('*'), VITALS_WANTED],
    subscribes: [roleEventsSubject('*', '*'), anyShard, presenceSubject('*'), identity.REVOKED, VITALS_SUBJECT],
  },
  game: {
    // Calls between replicas of the game service.
    calls: [
      ...['game.admit-on.*', 'game.create-on.*', 'game.inherit-on.*', 'game.erase-on.*', ownerCall(crew.crewRights)],
      ...[
        erasures.eraseInLibrary,
        erasures.eraseInTelemetry,
        erasures.eraseInShows,
        erasures.eraseInFeedback,
        erasures.existingShows,
      ].map(call),
    ],
    publishes: [roleEventsSubject('*', '*'), anyShard, LOG_GROWN, 'game.room', 'game.shards-freed', ROOM_STATUSES],
    subscribes: [presenceSubject('*'), 'game.room', 'game.shards-freed', ROOM_STATUSES_WANTED],
  },
  identity: {
    calls: [
      ...[moves.moveInGame, people.erasePersonInGame].map(ownerCall),
      ...[people.gamesOfPerson, people.erasePersonInLibrary, people.erasePersonInTelemetry].map(call),
      ...[people.erasePersonInFeedback, people.erasePersonInShows].map(call),
      ...[moves.openGames, moves.moveInLibrary, moves.moveInTelemetry, moves.moveInFeedback].map(call),
      call(moves.moveInShows),
      ...[rateLimit.countLoginAttempt, rateLimit.resetLoginAttempts, rateLimit.countAddresses].map(call),
    ],
    publishes: [identity.REVOKED],
  },
  library: {
    calls: [ownerCall(game.snapshot), ...[game.gameLog, erasures.eraseAgain, people.erasePeopleAgain].map(call)],
    subscribes: [LOG_GROWN],
  },
  'rate-limit': { calls: [call(shows.raisedNetworks)] },
  telemetry: {
    calls: [game.gameLog, game.questionContents].map(call),
    subscribes: [LOG_GROWN],
  },
  feedback: { calls: [] },
  shows: {
    calls: [
      ...[game.joinInfo, crew.crewRights, crew.changeCrew].map(ownerCall),
      ...[rooms.placeInRoom, rooms.followInRoom, rooms.replaceQuestions].map(ownerCall),
      ...[roomActs.actAsStaff, timeline.gameTimeline, game.stageKey, staffView.gameStaffView].map(ownerCall),
      ...[game.createGame, game.admitGame, templateGames.takeTemplate, templates.readTemplate].map(call),
      ...[library.gameResult, crewMails.mailCrews, erasures.eraseGamesOfShow].map(call),
      ...[standings.showStandings, standings.keepStandings].map(call),
      ownerCall(advances.playersOfGame),
    ],
    publishes: [ROOM_STATUSES_WANTED],
    subscribes: [ROOM_STATUSES, erasedSubject('*')],
  },
};

/** Subjects of the calls that a service answers, each once. */
export const servedBy = (name: string): string[] => [
  ...new Set(
    Object.values(BUS_USERS)
      .flatMap(({ calls }) => calls)
      .filter((subject) => subject.startsWith(`${name}.`)),
  ),
];

/** A service's permissions, named as in the NATS configuration; `answers`: whether it replies to calls. */
export function permissionsOf(name: string) {
  const { calls, publishes = [], subscribes = [] } = BUS_USERS[name] ?? { calls: [] };
  const served = servedBy(name);
  return {
    publish: [...calls, ...publishes, VITALS_SUBJECT].sort(),
    subscribe: [...served, ...subscribes, VITALS_WANTED, `${inboxPrefix(name)}.>`].sort(),
    answers: served.length > 0,
  };
}
