import { z } from 'zod';
import {
  Announce,
  AnswerSeatRequest,
  EndAnnouncement,
  GameId,
  GiveDesk,
  KeepName,
  NoteArrival,
  QuestionId,
  REASON_MAX_LENGTH,
  ReleaseSeat,
  RemovePlayer,
  RenamePlayer,
  ReserveSeat,
  SendPlayers,
  UserId,
} from '@earworm/rules';
import { CommandId, defineCall } from '../call.js';
import { refusedWith } from '../errors.js';
import { OfShow, RoomId, RoomRow, ShowId, Time } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';
import { changeCrew } from './crew.js';
import { stageKey } from './game.js';

const reason = z.string().max(REASON_MAX_LENGTH).regex(/\S/, refusedWith('reason-required'));

const STAFF_COMMANDS = [
  z.strictObject({ type: z.literal('lockJoining'), locked: z.boolean() }),
  z.strictObject({ type: z.literal('holdStart') }),
  z.strictObject({ type: z.literal('releaseStart') }),
  z.strictObject({ type: z.literal('pauseGame') }),
  z.strictObject({ type: z.literal('resumeGame') }),
  z.strictObject({ type: z.literal('markUnanswered'), questionId: QuestionId }),
  Announce,
  EndAnnouncement,
  GiveDesk,
  RenamePlayer,
  KeepName,
  RemovePlayer,
  AnswerSeatRequest,
  z.strictObject({ type: z.literal('completeGame') }),
  z.strictObject({ type: z.literal('reopenGame') }),
] as const;

/** What an operator does in the game of a room. */
export const RoomAct = z.discriminatedUnion('type', [
  /** Joins the crew, and all others who can judge are suspended. */
  z.strictObject({ type: z.literal('takeOver'), reason }),
  /** Joins the crew beside the others. */
  z.strictObject({ type: z.literal('help'), reason }),
  /** The call for help is over. */
  z.strictObject({ type: z.literal('solveHelp') }),
  ...STAFF_COMMANDS,
]);
export type RoomAct = z.infer<typeof RoomAct>;

const OPERATORS = ['event-not-found', 'event-not-operator', 'event-deleted', 'unavailable'] as const;

const IN_GAME = [
  'game-not-found',
  'game-ended',
  'not-in-setup',
  'not-playing',
  'paused',
  'no-active-question-to-mark',
  'question-not-current',
  'game-followed',
  'reopen-too-late',
  'not-allowed',
  'announcement-required',
  ...(['not-in-crew', 'leave-seat-first', 'reason-required'] as const),
  ...(['player-not-found', 'name-required', 'name-too-long', 'name-link'] as const),
  ...(['name-taken', 'name-reserved', 'seat-request-over'] as const),
  'retry',
  'busy',
] as const;

/**
 * `after`: the game that the operator saw in the room; if another one is played there, nothing is done. Repeated with the
 * same `commandId`, it is done once. For operators.
 */
export const actInRoom = defineCall({
  subject: 'shows.act-in-room',
  request: OfShow.extend({ roomId: RoomId, after: GameId, commandId: CommandId, act: RoomAct }),
  reply: z.strictObject({ gameId: GameId }),
  errors: [
    ...new Set([
      ...OPERATORS,
      ...(['room-not-found', 'room-not-ready', 'round-moved'] as const),
      ...changeCrew.errors,
      ...IN_GAME,
    ]),
  ],
});

/** Where games that are created from now on are concerned, too: in these groups, or in all rooms of the event. */
const LaterRooms = z.union([
  z.literal('all'),
  z
    .array(RoomRow.shape.group.unwrap().refine((group) => group !== ''))
    .min(1)
    .max(SHOW_LIMITS.roomsMost),
]);
export type LaterRooms = z.infer<typeof LaterRooms>;

/** What operators do in many rooms at once. */
export const BulkAct = z.discriminatedUnion('type', [
  /** Games that have not started cannot be started until it is released. */
  z.strictObject({ type: z.literal('holdStart'), later: LaterRooms.optional() }),
  z.strictObject({ type: z.literal('releaseStart'), later: LaterRooms.optional() }),
  z.strictObject({ type: z.literal('pauseGame') }),
  z.strictObject({ type: z.literal('resumeGame') }),
  z.strictObject({ type: z.literal('completeGame') }),
  Announce,
  /** Each room begins its next planned round. */
  z.strictObject({ type: z.literal('beginRound') }),
  /** The planned start of each room that has not begun is so much later. */
  z.strictObject({ type: z.literal('moveStart'), minutes: z.number().int().min(1).max(SHOW_LIMITS.startLaterMost) }),
  /** The same for all of them, in ms since the epoch. */
  z.strictObject({ type: z.literal('setStart'), startsAt: Time }),
]);
export type BulkAct = z.infer<typeof BulkAct>;

/**
 * In the background: `readBulkAct` tells how far it is. Each room with the game that the operator saw there; where another
 * one is played, nothing is done. Repeated with the same `jobId`, it is done once. For operators, also while it is done.
 * Without rooms, `bad-request` refuses all but what games that are created later are told.
 */
export const actInRooms = defineCall({
  subject: 'shows.act-in-rooms',
  request: OfShow.extend({
    jobId: CommandId,
    act: BulkAct,
    rooms: z.array(z.strictObject({ roomId: RoomId, after: GameId })).max(SHOW_LIMITS.roomsMost),
  }),
  reply: z.strictObject({}),
  errors: [...OPERATORS, 'bad-request', 'id-taken', 'bulk-acts-full'],
});

/** What came of it in each room, in the order in which they were named. For operators, for a day. */
export const readBulkAct = defineCall({
  subject: 'shows.read-bulk-act',
  request: OfShow.extend({ jobId: CommandId }),
  reply: z.strictObject({
    act: BulkAct,
    rooms: z.array(
      z.strictObject({
        roomId: RoomId,
        state: z.enum(['waiting', 'done', 'refused']),
        /** Why it was refused. */
        code: z.string().nullable(),
      }),
    ),
  }),
  errors: [...OPERATORS, 'bulk-act-not-found'],
});

/**
 * To the owner of a shard: use `onShard(call, shardOf(gameId))`. In the log the events are the operator's. The caller has
 * checked that the user is one.
 */
export const actAsStaff = defineCall({
  subject: 'game.act-as-staff',
  request: z.strictObject({
    gameId: GameId,
    commandId: CommandId,
    staff: z.strictObject({ showId: ShowId, userId: UserId }),
    command: z.discriminatedUnion('type', [...STAFF_COMMANDS, ReserveSeat, ReleaseSeat, SendPlayers, NoteArrival]),
  }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: [
    ...IN_GAME,
    ...(['banned', 'game-full', 'name-blocked', 'names-in-review', 'teams-full', 'seat-arrived'] as const),
  ],
});

/** What a link to the stage of a game that is or was played in a room carries. For the staff. */
export const roomStageKey = defineCall({
  subject: 'shows.room-stage-key',
  request: OfShow.extend({ roomId: RoomId, gameId: GameId }),
  reply: stageKey.reply,
  errors: [
    ...(['event-not-found', 'room-not-found', 'game-not-found'] as const),
    ...(['busy', 'unavailable'] as const),
  ],
});
