import { ROOM_NAME_MAX_LENGTH } from '@earworm/rules';

/** Limits of events and their rooms. Lengths are in characters as people count them, unless named otherwise. */
export const SHOW_LIMITS = {
  nameLength: 80,
  placeLength: 120,
  roomNameLength: ROOM_NAME_MAX_LENGTH,
  groupLength: 40,
  /** Of the standings, on the stage of an event. */
  stageEntries: 12,
  /** UTF-16 units of the id that operators give a room. */
  ownIdLength: 64,
  crewEmails: 5,
  networks: 8,
  /** UTF-16 units of a network as it is typed. */
  networkLength: 64,
  /** Limits of its networks are raised from so long before the first planned start until so long after the event's. */
  networkBeforeMs: 1_800_000,
  networkAfterMs: 12.5 * 3_600_000,
  /** Rooms that start earlier than this before the event do not count. */
  networkEarliestMs: 12 * 3_600_000,
  /** Games that are planned for one room, the first one included. */
  rounds: 10,
  staff: 50,
  /** Invitations to the staff of one event that can still be used. */
  openInvites: 20,
  inviteDays: 7,
  /** Open events of one account; all of them, also past and deleted ones that are still kept. */
  openPerAccount: 2,
  /** Events that an account creates within a day. */
  perDay: 5,
  keptPerAccount: 20,
  /** What a new event may have; an administrator raises it up to the second pair. */
  rooms: 30,
  people: 600,
  roomsMost: 2_000,
  peopleMost: 100_000,
  peoplePerRoomMost: 5_000,
  keepDays: 90,
  keepDaysMost: 3_650,
  /** Games that an event may have had for each room of its quota, with those of rooms that were removed. */
  gamesPerRoom: 2,
  /** Minutes by which a planned start is moved at most. */
  startLaterMost: 720,
  /** How long a deleted event can be restored. */
  restoreMs: 86_400_000,
  /** An event is open until this long after its planned start. */
  openAfterStartMs: 86_400_000,
  /** Of a logo, after the browser has scaled it down. */
  logoBytes: 256 * 1024,
  logoPixels: 4_000_000,
  /** Rooms of one request, and of one page of a list. */
  rowsPerRequest: 250,
  roomsPerPage: 500,
  /** Rooms that get links to their crews by one request. */
  linksPerRequest: 100,
  /** Rooms whose crews are mailed by one request, and how often each of them is. */
  mailedPerRequest: 10,
  mailsPerRoom: 5,
  /** Members of the staff who watch one event at one gateway, each on several devices. */
  watchersPerGateway: 100,
  /** Reasons that are claimed or snoozed by one request: all of one card. */
  reasonsPerRequest: 2_000,
  /** People of one advance, rooms that they go to, and advances that an event keeps, for a week. */
  advancedMost: 1_000,
  advanceRooms: 200,
  advances: 100,
  /** Acts in many rooms that an event keeps, for a day. */
  bulkActs: 200,
  snoozeMinutes: 60,
  /** How long each kind of reason may last until a room needs attention, in seconds. */
  thresholdLeast: 5,
  thresholdMost: 3_600,
  /** Solved reasons of one list, and for how many days they are kept. */
  solvedPerList: 200,
  solvedDays: 7,
} as const;
