import * as calls from '@earworm/contracts';
import type { UserId } from '@earworm/contracts';
import { actorOf, type Forwarded, withoutRole } from './forward.js';

/** The shows service calls the owner of the game, up to twice for 4 s; browsers wait 15 s. */
const LINK = { timeoutMs: 10_000 };
/** The mail server is waited for. */
const MAILS = { timeoutMs: 14_000 };
/** The shows service creates a game, for which the game service tries 8 s. */
const ROUNDS = { timeoutMs: 14_000 };
/** A page of rows. */
const ROWS = { timeoutMs: 10_000 };
/** The object store answers within 5 s. */
const LOGO = { timeoutMs: 8_000, failed: 'event-logo-away' } as const;
/** Each game is asked. */
const RESULTS = { timeoutMs: 14_000 };

/**
 * Routes of events. The shows service checks who is on the staff; reading an event of others is an audited act, so
 * changing one needs none of the admin's rights.
 */
export const FORWARDED_TO_SHOWS = {
  listMyRooms: (call, { user }) => call(calls.listMyRooms, { userId: user.userId as UserId }, LINK),
  // Administrators may have any number of open events.
  createShow: (call, { body, user }) => call(calls.createShow, { actor: actorOf(user), ...body }),
  listShows: (call, { user }) => call(calls.listShows, { actor: withoutRole(user) }),
  listAllShows: (call) => call(calls.listAllShows, {}),
  readShow: (call, { params, user }) => call(calls.readShow, { actor: actorOf(user), ...params }),
  saveShow: (call, { params, body, user }) => call(calls.saveShow, { actor: withoutRole(user), ...params, ...body }),
  setShowLogo: (call, { params, body, user }) =>
    call(calls.setShowLogo, { actor: withoutRole(user), ...params, ...body }, LOGO),
  deleteShow: (call, { params, user }) => call(calls.deleteShow, { actor: withoutRole(user), ...params }),
  restoreShow: (call, { params, user }) => call(calls.restoreShow, { actor: actorOf(user), ...params }),
  setShowQuota: (call, { params, body }) => call(calls.setShowQuota, { ...params, quota: body }),
  listShowNetworks: (call) => call(calls.listShowNetworks, {}),
  decideShowNetworks: (call, { params, body: { approve, ...asked } }) =>
    call(calls.decideShowNetworks, { ...params, approve, asked }),
  inviteStaff: (call, { params, body, user }) =>
    call(calls.inviteStaff, { actor: withoutRole(user), ...params, ...body }),
  joinStaff: (call, { body, user }) => call(calls.joinStaff, { actor: withoutRole(user), ...body }),
  removeStaff: (call, { params, user }) => call(calls.removeStaff, { actor: withoutRole(user), ...params }),
  saveRooms: (call, { params, body, user }) =>
    call(calls.saveRooms, { actor: withoutRole(user), ...params, ...body }, ROWS),
  listRooms: (call, { params, query, user }) => call(calls.listRooms, { actor: actorOf(user), ...params, ...query }),
  listResults: (call, { params, query, user }) =>
    call(calls.listResults, { actor: actorOf(user), ...params, ...query }, RESULTS),
  listStandings: (call, { params, query, user }) =>
    call(calls.listStandings, { actor: actorOf(user), ...params, ...query }, ROWS),
  freezeStandings: (call, { params, body, user }) =>
    call(calls.freezeStandings, { actor: withoutRole(user), ...params, ...body }, ROWS),
  readShowStage: (call, { params, user }) => call(calls.readShowStage, { actor: actorOf(user), ...params }, ROWS),
  saveShowStage: (call, { params, body, user }) =>
    call(calls.saveShowStage, { actor: withoutRole(user), ...params, settings: body }),
  linkShowStage: (call, { params, body, user }) =>
    call(calls.linkShowStage, { actor: withoutRole(user), ...params, ...body }),
  revealStandings: (call, { params, body, user }) =>
    call(calls.revealStandings, { actor: withoutRole(user), ...params, ...body }, ROWS),
  lookAtShowStage: (call, { params, body }) => call(calls.lookAtShowStage, { ...params, ...body }, ROWS),
  planAdvance: (call, { params, body, user }) =>
    call(calls.planAdvance, { actor: withoutRole(user), ...params, ...body }, RESULTS),
  advance: (call, { params, body, user }) =>
    call(calls.advance, { actor: withoutRole(user), ...params, ...body }, RESULTS),
  listAdvances: (call, { params, user }) => call(calls.listAdvances, { actor: actorOf(user), ...params }),
  readAdvance: (call, { params, user }) => call(calls.readAdvance, { actor: actorOf(user), ...params }),
  releaseAdvanced: (call, { params, body, user }) =>
    call(calls.releaseAdvanced, { actor: withoutRole(user), ...params, ...body }, RESULTS),
  actInRoom: (call, { params, body, user }) =>
    call(calls.actInRoom, { actor: withoutRole(user), ...params, ...body }, LINK),
  roomTimeline: (call, { params, query, user }) =>
    call(calls.roomTimeline, { actor: actorOf(user), ...params, ...query }, ROUNDS),
  roomStaffView: (call, { params, user }) => call(calls.roomStaffView, { actor: actorOf(user), ...params }, ROUNDS),
  roomStageKey: (call, { params, user }) => call(calls.roomStageKey, { actor: actorOf(user), ...params }, ROUNDS),
  actInRooms: (call, { params, body, user }) =>
    call(calls.actInRooms, { actor: withoutRole(user), ...params, ...body }),
  readBulkAct: (call, { params, user }) => call(calls.readBulkAct, { actor: actorOf(user), ...params }),
  claimAttention: (call, { params, body, user }) =>
    call(calls.claimAttention, { actor: withoutRole(user), ...params, ...body }),
  snoozeAttention: (call, { params, body, user }) =>
    call(calls.snoozeAttention, { actor: withoutRole(user), ...params, ...body }),
  listSolved: (call, { params, user }) => call(calls.listSolved, { actor: actorOf(user), ...params }),
  removeRoom: (call, { params, user }) => call(calls.removeRoom, { actor: withoutRole(user), ...params }),
  prepareRooms: (call, { params, user }) => call(calls.prepareRooms, { actor: withoutRole(user), ...params }),
  stopPreparing: (call, { params, user }) => call(calls.stopPreparing, { actor: withoutRole(user), ...params }),
  retryRooms: (call, { params, user }) => call(calls.retryRooms, { actor: withoutRole(user), ...params }),
  mailRoomLinks: (call, { params, body, user }) =>
    call(calls.mailRoomLinks, { actor: withoutRole(user), ...params, ...body }, MAILS),
  revokeRoomLinks: (call, { params, body, user }) =>
    call(calls.revokeRoomLinks, { actor: withoutRole(user), ...params, ...body }),
  listOutdatedRooms: (call, { params, query, user }) =>
    call(calls.listOutdatedRooms, { actor: actorOf(user), ...params, ...query }, RESULTS),
  updateRooms: (call, { params, body, user }) =>
    call(calls.updateRooms, { actor: withoutRole(user), ...params, ...body }),
  readRounds: (call, { params, user }) => call(calls.readRounds, { actor: actorOf(user), ...params }, ROUNDS),
  beginRound: (call, { params, body, user }) =>
    call(calls.beginRound, { actor: withoutRole(user), ...params, ...body }, ROUNDS),
  createRoomLinks: (call, { params, body, user }) =>
    call(calls.createRoomLinks, { actor: withoutRole(user), ...params, ...body }, LINK),
  createRoomLink: (call, { params, user }) => call(calls.createRoomLink, { actor: withoutRole(user), ...params }, LINK),
} satisfies Forwarded;
