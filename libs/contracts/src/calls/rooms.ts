import { z } from 'zod';
import { GameId } from '@earworm/rules';
import { CommandId, defineCall } from '../call.js';
import { OfShow, Room, RoomCounts, RoomId, RoomRounds, RoomRow, ShowId } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';
import { createCrewLink } from './crew-links.js';
import { createGame, DRAFT_ERRORS, TEAM_ERRORS } from './game.js';

const UNKNOWN = ['event-not-found', 'unavailable'] as const;
/** For operators of the event. */
const OPERATORS = [...UNKNOWN, 'event-not-operator', 'event-deleted'] as const;

/** Without teams, a room keeps those that it has: pages of earlier releases know of none. */
const SavedRow = RoomRow.extend({ teams: RoomRow.shape.teams.unwrap().optional() });

/**
 * Adds rooms, and changes those whose `ownId` the event has. The same rows again change nothing. All rows of a request
 * or none. A changed name reaches a room's game at once.
 */
export const saveRooms = defineCall({
  subject: 'shows.save-rooms',
  request: OfShow.extend({ rows: z.array(SavedRow).min(1).max(SHOW_LIMITS.rowsPerRequest) }),
  reply: z.strictObject({ added: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
  errors: [
    ...OPERATORS,
    'event-rooms-full',
    'event-people-full',
    'room-id-twice',
    'room-has-game',
    'name-blocked',
    ...TEAM_ERRORS,
  ],
});

/** A place in the list of rooms: number and id of the last one read. */
export const RoomPlace = z.string().regex(/^\d{1,5}\.[0-9a-f-]{36}$/);

/** By number, in pages: pass `next` as `after` until it is null. For staff and administrators. */
export const listRooms = defineCall({
  subject: 'shows.list-rooms',
  request: OfShow.extend({ after: RoomPlace.optional() }),
  reply: z.strictObject({ rooms: z.array(Room), next: RoomPlace.nullable() }),
  errors: UNKNOWN,
});

/** Its game is not touched. Succeeds also if repeated. */
export const removeRoom = defineCall({
  subject: 'shows.remove-room',
  request: OfShow.extend({ roomId: RoomId }),
  reply: z.strictObject({}),
  errors: [...OPERATORS, 'room-preparing'],
});

const Progress = z.strictObject({ counts: RoomCounts });

/**
 * Creates the games of all planned rooms, in the background: `readShow` tells how far it is. Repeated, or asked for by
 * another operator, it creates nothing twice. Templates are read with the rights of the operator who asked.
 */
export const prepareRooms = defineCall({
  subject: 'shows.prepare-rooms',
  request: OfShow,
  reply: Progress,
  errors: [...OPERATORS, 'event-over'],
});

/** Rooms whose game is not being created yet are planned again. */
export const stopPreparing = defineCall({
  subject: 'shows.stop-preparing',
  request: OfShow,
  reply: Progress,
  errors: OPERATORS,
});

/** Prepares the failed rooms again. */
export const retryRooms = defineCall({
  subject: 'shows.retry-rooms',
  request: OfShow,
  reply: Progress,
  errors: [...OPERATORS, 'event-over'],
});

const OutdatedRoom = Room.pick({ roomId: true, number: true, name: true }).extend({
  /** Its game has been started, so its questions remain. */
  hasBegun: z.boolean(),
});

/**
 * Rooms in their first round whose template was changed since their questions were taken from it, in pages: pass `next` as
 * `after` until it is null. For operators.
 */
export const listOutdatedRooms = defineCall({
  subject: 'shows.list-outdated-rooms',
  request: OfShow.extend({ after: RoomPlace.optional() }),
  reply: z.strictObject({ rooms: z.array(OutdatedRoom), next: RoomPlace.nullable() }),
  errors: [...UNKNOWN, 'event-not-operator', 'game-not-found', 'busy'],
});

/**
 * The games of these rooms get the questions that their templates have now, in the background, unless they have been started
 * by then. Repeated, it changes nothing.
 */
export const updateRooms = defineCall({
  subject: 'shows.update-rooms',
  request: OfShow.extend({ roomIds: z.array(RoomId).min(1).max(SHOW_LIMITS.rowsPerRequest) }),
  reply: Progress,
  errors: OPERATORS,
});

/** A link by which one person runs the room's game, with all rights. Its secret is shown once. */
export const createRoomLink = defineCall({
  subject: 'shows.create-room-link',
  request: OfShow.extend({ roomId: RoomId }),
  reply: createCrewLink.reply,
  errors: [...OPERATORS, 'room-not-found', 'room-not-ready', 'too-many-links'],
});

/**
 * One such link for each of these rooms that has its game, such as for a sheet of cards; for all of them or for none.
 * Repeated, it makes further links. `renew`: unused links to these rooms are revoked.
 */
export const createRoomLinks = defineCall({
  subject: 'shows.create-room-links',
  request: OfShow.extend({
    roomIds: z.array(RoomId).min(1).max(SHOW_LIMITS.linksPerRequest),
    renew: z.boolean().default(false),
  }),
  reply: z.strictObject({ links: z.array(createCrewLink.reply.extend({ roomId: RoomId })) }),
  errors: [...OPERATORS, 'room-not-found', 'too-many-links'],
});

const OfRoom = OfShow.extend({ roomId: RoomId });

/** For staff, administrators and the crew of the game that is played in the room. */
export const readRounds = defineCall({
  subject: 'shows.read-rounds',
  request: OfRoom,
  reply: RoomRounds,
  errors: [...UNKNOWN, 'room-not-ready', 'game-not-found', 'busy'],
});

/**
 * Creates the game of the room's next round and leads everyone there. A game that is not over is ended. For operators, and
 * for members of the crew with the right `settings`, who also need `judge` to end a game. The same round begins once,
 * also when several people ask. `after`: the game that they saw in the room; if another one is played there, nothing begins.
 */
export const beginRound = defineCall({
  subject: 'shows.begin-round',
  request: OfRoom.extend({ round: z.number().int().min(2).max(SHOW_LIMITS.rounds), after: GameId }),
  reply: createGame.reply,
  errors: [
    ...UNKNOWN,
    'event-over',
    'room-not-ready',
    'right-missing',
    'round-missing',
    'round-moved',
    'round-template-gone',
    'game-not-found',
    'game-full',
    'quiz-too-large',
    'game-erased',
    'create-failed',
    'busy',
    'retry',
  ],
});

/**
 * To the owner of a shard: use `onShard(call, shardOf(gameId))`. The room, which owns the game, ends it and plays again with
 * the game that it created by this request. `next`: the game that follows, which may be another one. Repeated, it
 * changes nothing.
 */
export const followInRoom = defineCall({
  subject: 'game.follow-in-room',
  request: z.strictObject({ gameId: GameId, roomId: RoomId, requestId: CommandId }),
  reply: z.strictObject({ next: GameId }),
  errors: ['game-not-found', 'not-allowed', 'not-moderator', 'right-missing', 'retry', 'busy'],
});

/**
 * To the owner of a shard: use `onShard(call, shardOf(gameId))`. The game is in this room, or has this name there, from
 * now on. `gameCode`: by which players join whatever game is played in the room. Repeated, it changes nothing.
 */
export const placeInRoom = defineCall({
  subject: 'game.place-in-room',
  request: z.strictObject({ gameId: GameId, showId: ShowId, roomId: RoomId, name: RoomRow.shape.name }),
  reply: z.strictObject({ version: z.number().int(), gameCode: z.string() }),
  errors: ['create-failed', 'game-not-found', 'game-ended', 'name-required', 'not-allowed', 'retry', 'busy'],
});

/**
 * To the owner of a shard: use `onShard(call, shardOf(gameId))`. These questions take the place of all that the game of this
 * room has, before it is started. Repeated, it changes nothing.
 */
export const replaceQuestions = defineCall({
  subject: 'game.replace-questions',
  request: z.strictObject({ gameId: GameId, roomId: RoomId, categories: createGame.request.shape.categories }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: [...DRAFT_ERRORS, 'game-not-found', 'not-in-setup', 'game-ended', 'not-allowed', 'retry', 'busy'],
});
