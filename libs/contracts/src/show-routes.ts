import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import * as rooms from './calls/rooms.js';
import * as advances from './calls/advances.js';
import { actInRoom, actInRooms, readBulkAct, roomStageKey } from './calls/room-acts.js';
import { listResults } from './calls/show-results.js';
import * as stage from './calls/show-stage.js';
import { freezeStandings, listStandings, StandingsQuery } from './calls/standings.js';
import { mailRoomLinks, revokeRoomLinks } from './calls/crew-mails.js';
import * as attention from './calls/attention.js';
import { roomStaffView } from './calls/staff-view.js';
import { roomTimeline, TimelineQuery } from './calls/timeline.js';
import { listMyRooms } from './calls/my-rooms.js';
import * as shows from './calls/shows.js';
import { answersOf, route } from './route.js';
import { NetworksAsked, RoomId, ShowFacts, ShowId, ShowQuota, StaffRole } from './show.js';

const ofShow = z.strictObject({ showId: ShowId });
const ofRoom = ofShow.extend({ roomId: RoomId });
const read = { act: 'event-read', on: ['event', 'showId'], insteadOf: ['event-not-found'] } as const;
/** The largest logo in base64. */
const LOGO_BODY = { bytes: 352 * 1024, members: 10, refusal: 'event-logo-too-large' } as const;
/** All reasons of a card about every room of the largest event. */
const REASONS_BODY = { bytes: 192 * 1024, members: 10_000, refusal: 'too-large' } as const;
/** All rooms of the largest event, each with its game. */
const ROOMS_BODY = { bytes: 320 * 1024, members: 10_000, refusal: 'too-large' } as const;
/** A page of rows as long as a phone's upload of questions. */
const ROWS_BODY = { bytes: 256 * 1024, members: 10_000, refusal: 'too-large' } as const;

/** Events (`show` in code), their staff and their rooms. The shows service checks who is on the staff. */
export const SHOW_ROUTES = {
  listMyRooms: route({
    access: 'signed-in',
    price: 20,
    summary: 'Rooms of events whose crew the user has joined by a link, with the games that are played there',
    ...answersOf(listMyRooms),
  }),
  createShow: route({
    access: 'signed-in',
    price: 4,
    cleansTexts: true,
    summary: 'Create an event (accounts, within their quota); repeated with the same id it creates nothing twice',
    body: z.strictObject({ showId: ShowId, facts: ShowFacts }),
    ...answersOf(shows.createShow),
  }),
  listShows: route({
    access: 'signed-in',
    price: 4,
    summary: 'Events whose staff the user is on, the latest start first',
    ...answersOf(shows.listShows),
  }),
  listAllShows: route({
    access: 'admin',
    price: 8,
    audit: { none: 'a list of events by name; opening one of them is recorded' },
    summary: 'The newest 200 events of all accounts, the latest start first',
    ...answersOf(shows.listAllShows),
  }),
  readShow: route({
    access: 'signed-in',
    price: 4,
    audit: read,
    summary: 'An event with its staff, quota and the progress of its rooms (staff and administrators)',
    params: ofShow,
    ...answersOf(shows.readShow),
  }),
  showBrand: route({
    access: 'public',
    summary:
      'Name, colours and logo of an event, for the stage and the phones in its rooms; may be cached for a minute',
    params: ofShow,
    ...answersOf(shows.showBrand),
  }),
  saveShow: route({
    access: 'signed-in',
    price: 4,
    cleansTexts: true,
    summary: 'Change an event (operators); ready games keep their settings',
    params: ofShow,
    body: shows.saveShow.request.pick({ basedOn: true, facts: true }),
    ...answersOf(shows.saveShow),
  }),
  setShowLogo: route({
    access: 'signed-in',
    price: 8,
    bodyLimits: LOGO_BODY,
    summary:
      'Replace the logo of an event or its sponsor by a PNG, JPEG or WebP file in base64, or remove it (operators)',
    params: ofShow,
    body: shows.setShowLogo.request.pick({ picture: true, owner: true }),
    ...answersOf(shows.setShowLogo),
  }),
  deleteShow: route({
    access: 'signed-in',
    price: 4,
    summary: 'Delete an event (operators); it can be restored for a day, and no game is touched',
    params: ofShow,
    ...answersOf(shows.deleteShow),
  }),
  restoreShow: route({
    access: 'signed-in',
    price: 4,
    summary: 'Restore an event that was deleted within a day (operators)',
    params: ofShow,
    ...answersOf(shows.restoreShow),
  }),
  setShowQuota: route({
    access: 'admin',
    price: 2,
    audit: { act: 'event-quota-set', on: ['event', 'showId'], details: ['rooms', 'people'] },
    summary: 'How many rooms and people an event may have',
    params: ofShow,
    body: ShowQuota,
    ...answersOf(shows.setShowQuota),
  }),
  listShowNetworks: route({
    access: 'admin',
    price: 4,
    audit: { none: 'networks of events; a decision about them is recorded' },
    summary: 'Open events that name networks of their venue, with whether these are approved',
    ...answersOf(shows.listShowNetworks),
  }),
  decideShowNetworks: route({
    access: 'admin',
    price: 2,
    audit: {
      act: 'event-networks-decided',
      on: ['event', 'showId'],
      details: ['approve', 'networks', 'people', 'startsAt'],
    },
    summary: 'Approve the networks of an event, so that their limits are raised in its hours, or withdraw that',
    params: ofShow,
    body: NetworksAsked.extend({ approve: z.boolean() }),
    ...answersOf(shows.decideShowNetworks),
  }),
  ownNetwork: route({
    access: 'signed-in',
    summary: "The network of the caller's address as limits count it; null for one of this machine",
    reply: z.strictObject({ network: z.string().nullable() }),
    errors: [],
  }),
  inviteStaff: route({
    access: 'signed-in',
    price: 2,
    summary: 'A link by which one account joins the staff of an event; its secret is shown once (operators)',
    params: ofShow,
    body: z.strictObject({ role: StaffRole }),
    ...answersOf(shows.inviteStaff),
  }),
  joinStaff: route({
    access: 'signed-in',
    price: 2,
    summary: 'Join the staff of an event by an invitation (accounts); the same account may repeat it',
    /** In the body: addresses are logged. */
    body: shows.joinStaff.request.omit({ actor: true }),
    ...answersOf(shows.joinStaff),
  }),
  removeStaff: route({
    access: 'signed-in',
    price: 2,
    summary: "Remove a member of an event's staff (operators, and each member themselves)",
    params: ofShow.extend({ memberId: UserId }),
    ...answersOf(shows.removeStaff),
  }),
  saveRooms: route({
    access: 'signed-in',
    price: 20,
    bodyLimits: ROWS_BODY,
    cleansTexts: true,
    summary: "Add rooms to an event, and change those it has, by the operator's own ids: all rows or none (operators)",
    params: ofShow,
    body: rooms.saveRooms.request.pick({ rows: true }),
    ...answersOf(rooms.saveRooms),
  }),
  listRooms: route({
    access: 'signed-in',
    price: 20,
    audit: read,
    summary: 'Rooms of an event by number, in pages (staff and administrators)',
    params: ofShow,
    query: rooms.listRooms.request.pick({ after: true }),
    ...answersOf(rooms.listRooms),
  }),
  listResults: route({
    access: 'signed-in',
    price: 20,
    audit: read,
    summary: 'Scores and verdicts of all games in the rooms of an event, in pages (staff and administrators)',
    params: ofShow,
    query: listResults.request.pick({ after: true }),
    ...answersOf(listResults),
  }),
  listStandings: route({
    access: 'signed-in',
    price: 4,
    audit: read,
    summary: 'Players or teams of all rooms of an event by points, in pages (staff and administrators)',
    params: ofShow,
    query: StandingsQuery,
    ...answersOf(listStandings),
  }),
  freezeStandings: route({
    access: 'signed-in',
    price: 20,
    audit: { act: 'event-standings-frozen', on: ['event', 'showId'], details: ['frozen'] },
    summary: 'Freeze the standings of an event for all but its operators, or no longer (operators)',
    params: ofShow,
    body: freezeStandings.request.pick({ frozen: true }),
    ...answersOf(freezeStandings),
  }),
  readShowStage: route({
    access: 'signed-in',
    price: 4,
    audit: read,
    summary: 'What the stage of an event shows, and how it is set up (staff and administrators)',
    params: ofShow,
    ...answersOf(stage.readShowStage),
  }),
  saveShowStage: route({
    access: 'signed-in',
    price: 2,
    audit: {
      act: 'event-stage-changed',
      on: ['event', 'showId'],
      details: ['kind', 'counting', 'publicNames'],
    },
    summary: 'Whom the stage of an event ranks, and whether its standings are public (operators)',
    params: ofShow,
    body: stage.saveShowStage.request.shape.settings,
    ...answersOf(stage.saveShowStage),
  }),
  linkShowStage: route({
    access: 'signed-in',
    price: 2,
    audit: { act: 'event-stage-linked', on: ['event', 'showId'], details: ['isLinked'] },
    summary: 'Make or revoke the link to the stage of an event; its key is shown once (operators)',
    params: ofShow,
    body: stage.linkShowStage.request.pick({ isLinked: true }),
    ...answersOf(stage.linkShowStage),
  }),
  revealStandings: route({
    access: 'signed-in',
    price: 8,
    audit: { act: 'event-standings-revealed', on: ['event', 'showId'], details: ['act', 'entries', 'isFresh', 'from'] },
    summary: 'Reveal frozen standings on the stage of an event place by place, from the last to the first (operators)',
    params: ofShow,
    body: stage.RevealAsked,
    ...answersOf(stage.revealStandings),
  }),
  lookAtShowStage: route({
    access: 'public',
    price: 4,
    summary: 'What the stage of an event shows, by the key of its link',
    params: ofShow,
    /** In the body: addresses are logged. */
    body: stage.lookAtShowStage.request.pick({ key: true }),
    ...answersOf(stage.lookAtShowStage),
  }),
  lookAtStandings: route({
    access: 'public',
    summary: 'The public standings of an event, by the key of their link; up to a second old',
    params: ofShow,
    body: stage.lookAtStandings.request.pick({ key: true }),
    ...answersOf(stage.lookAtStandings),
  }),
  planAdvance: route({
    access: 'signed-in',
    price: 20,
    bodyLimits: ROOMS_BODY,
    summary: 'Who of the standings would go to which room of the next round (operators)',
    params: ofShow,
    body: advances.AdvanceWish,
    ...answersOf(advances.planAdvance),
  }),
  advance: route({
    access: 'signed-in',
    price: 40,
    bodyLimits: ROOMS_BODY,
    audit: { act: 'event-advanced', on: ['event', 'showId'], details: ['count', 'jobId'] },
    summary: 'Send the best of the standings to rooms of the next round, in the background (operators)',
    params: ofShow,
    body: advances.advance.request.omit({ actor: true, showId: true }),
    ...answersOf(advances.advance),
  }),
  listAdvances: route({
    access: 'signed-in',
    price: 2,
    summary: 'Advances of an event, the newest first (operators)',
    params: ofShow,
    ...answersOf(advances.listAdvances),
  }),
  readAdvance: route({
    access: 'signed-in',
    price: 2,
    summary: 'Who has arrived in the rooms of the next round (operators)',
    params: advances.readAdvance.request.pick({ showId: true, jobId: true }),
    ...answersOf(advances.readAdvance),
  }),
  releaseAdvanced: route({
    access: 'signed-in',
    price: 4,
    audit: {
      act: 'event-advance-released',
      on: ['event', 'showId'],
      details: ['jobId', 'playerId', 'replace'],
    },
    summary: 'Give the seat of a player who has not come away, on request to the next of the standings (operators)',
    params: advances.releaseAdvanced.request.pick({ showId: true, jobId: true }),
    body: advances.releaseAdvanced.request.pick({ playerId: true, replace: true }),
    ...answersOf(advances.releaseAdvanced),
  }),
  actInRoom: route({
    access: 'signed-in',
    price: 4,
    cleansTexts: true,
    summary: 'Take over or help in the game of a room, lock joining, end or reopen it (operators)',
    params: ofRoom,
    body: actInRoom.request.pick({ after: true, commandId: true, act: true }),
    ...answersOf(actInRoom),
  }),
  roomTimeline: route({
    access: 'signed-in',
    price: 4,
    summary: 'What has happened in a game of a room, without answers (operators)',
    params: ofRoom.extend({ gameId: GameId }),
    query: TimelineQuery,
    ...answersOf(roomTimeline),
  }),
  roomStaffView: route({
    access: 'signed-in',
    // Each request is an entry in the audit log, from which none is deleted.
    price: 20,
    audit: { act: 'game-answers-read', on: ['game', 'gameId'], details: ['showId', 'roomId'] },
    summary: 'The answer and the players of a game of a room (operators who do not play in it)',
    params: ofRoom.extend({ gameId: GameId }),
    ...answersOf(roomStaffView),
  }),
  roomStageKey: route({
    access: 'signed-in',
    price: 4,
    audit: read,
    summary: 'What a link to the stage of a game of a room carries (staff and administrators)',
    params: ofRoom.extend({ gameId: GameId }),
    ...answersOf(roomStageKey),
  }),
  actInRooms: route({
    access: 'signed-in',
    price: 40,
    bodyLimits: ROOMS_BODY,
    summary: 'Pause, resume or end the games of many rooms, in the background (operators)',
    params: ofShow,
    body: actInRooms.request.pick({ jobId: true, act: true, rooms: true }),
    ...answersOf(actInRooms),
  }),
  readBulkAct: route({
    access: 'signed-in',
    price: 2,
    summary: 'What came of it in each room (operators)',
    params: readBulkAct.request.pick({ showId: true, jobId: true }),
    ...answersOf(readBulkAct),
  }),
  claimAttention: route({
    access: 'signed-in',
    price: 2,
    bodyLimits: REASONS_BODY,
    summary: 'Take what rooms of an event need, or let go of it (operators)',
    params: ofShow,
    body: attention.claimAttention.request.pick({ reasons: true, isClaimed: true, from: true }),
    ...answersOf(attention.claimAttention),
  }),
  snoozeAttention: route({
    access: 'signed-in',
    price: 2,
    bodyLimits: REASONS_BODY,
    cleansTexts: true,
    summary: 'Let what rooms of an event need wait for up to an hour, for a reason (operators)',
    params: ofShow,
    body: attention.snoozeAttention.request.pick({ reasons: true, minutes: true, reason: true }),
    ...answersOf(attention.snoozeAttention),
  }),
  listSolved: route({
    access: 'signed-in',
    price: 4,
    audit: read,
    summary: 'What rooms of an event needed and no longer need, the newest first (staff and administrators)',
    params: ofShow,
    ...answersOf(attention.listSolved),
  }),
  removeRoom: route({
    access: 'signed-in',
    price: 2,
    summary: 'Remove a room from an event (operators); its game is not touched',
    params: ofRoom,
    ...answersOf(rooms.removeRoom),
  }),
  prepareRooms: route({
    access: 'signed-in',
    price: 8,
    summary: 'Create the games of all planned rooms, in the background (operators)',
    params: ofShow,
    ...answersOf(rooms.prepareRooms),
  }),
  stopPreparing: route({
    access: 'signed-in',
    price: 4,
    summary: 'Plan the rooms again whose games are not being created yet (operators)',
    params: ofShow,
    ...answersOf(rooms.stopPreparing),
  }),
  retryRooms: route({
    access: 'signed-in',
    price: 4,
    summary: 'Create the games of all failed rooms, in the background (operators)',
    params: ofShow,
    ...answersOf(rooms.retryRooms),
  }),
  listOutdatedRooms: route({
    access: 'signed-in',
    price: 20,
    summary: 'Rooms whose template was changed since their game was created, in pages (operators)',
    params: ofShow,
    query: rooms.listOutdatedRooms.request.pick({ after: true }),
    ...answersOf(rooms.listOutdatedRooms),
  }),
  updateRooms: route({
    access: 'signed-in',
    price: 40,
    summary:
      'Give games that have not begun the questions that their templates have now, in the background (operators)',
    params: ofShow,
    body: rooms.updateRooms.request.pick({ roomIds: true }),
    ...answersOf(rooms.updateRooms),
  }),
  readRounds: route({
    access: 'signed-in',
    price: 4,
    audit: read,
    summary: 'The rounds of a room and how far they are (staff, administrators, and the crew of its game)',
    params: ofRoom,
    ...answersOf(rooms.readRounds),
  }),
  beginRound: route({
    access: 'signed-in',
    price: 20,
    summary: 'Begin the next round of a room, with its people and crew (operators, and the crew of its game)',
    params: ofRoom,
    body: rooms.beginRound.request.pick({ round: true, after: true }),
    ...answersOf(rooms.beginRound),
  }),
  createRoomLink: route({
    access: 'signed-in',
    price: 2,
    summary: "A link by which one person runs a room's game; its secret is shown once (operators)",
    params: ofRoom,
    ...answersOf(rooms.createRoomLink),
  }),
  mailRoomLinks: route({
    access: 'signed-in',
    price: 40,
    summary: 'Mail the crews of up to 10 rooms links of their own (operators)',
    params: ofShow,
    body: mailRoomLinks.request.pick({ roomIds: true, again: true }),
    ...answersOf(mailRoomLinks),
  }),
  revokeRoomLinks: route({
    access: 'signed-in',
    price: 10,
    summary: 'Revoke unused links to the crews of up to 100 rooms (operators)',
    params: ofShow,
    body: revokeRoomLinks.request.pick({ roomIds: true }),
    ...answersOf(revokeRoomLinks),
  }),
  createRoomLinks: route({
    access: 'signed-in',
    price: 40,
    summary:
      'Such a link for each of up to 100 rooms that have their games; on request earlier ones are revoked (operators)',
    params: ofShow,
    body: rooms.createRoomLinks.request.pick({ roomIds: true, renew: true }),
    ...answersOf(rooms.createRoomLinks),
  }),
} as const;
