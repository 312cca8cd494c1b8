import { z } from 'zod';
import { GameId, TeamNumber, UserId } from '@earworm/rules';
import { CommandId, defineCall } from '../call.js';
import { OfShow, Room, RoomId, ShowId } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';
import { StandingsQuery } from './standings.js';

/** Which of the standings go on, and where: the best, dealt over the rooms in their order and back (1, 2, 3, 3, 2, 1, …). */
export const AdvanceWish = StandingsQuery.omit({ page: true }).extend({
  count: z.number().int().min(1).max(SHOW_LIMITS.advancedMost),
  roomIds: z.array(RoomId).min(1).max(SHOW_LIMITS.advanceRooms),
  /** A body holds numbers. */
  round: z.number().int().min(1).max(1_000).optional(),
});
export type AdvanceWish = z.infer<typeof AdvanceWish>;

const RoomShown = Room.pick({ roomId: true, number: true, name: true });

const Chosen = z.strictObject({
  playerId: UserId,
  /** In the standings, of the player or the team. */
  rank: z.number().int(),
  name: z.string(),
  /** The team that the player goes on with; absent where players are ranked. */
  team: z.string().optional(),
  from: RoomShown,
  to: RoomShown,
});

/**
 * `absent`: sent, and not there after a minute, so the person has perhaps left. `failed`: for the reason in `code`. `released`: an
 * operator has given the seat away.
 */
export const AdvanceState = z.enum(['waiting', 'reserved', 'sent', 'absent', 'arrived', 'failed', 'released']);
export type AdvanceState = z.infer<typeof AdvanceState>;

export const Advanced = Chosen.extend({
  state: AdvanceState,
  /** Why it failed. */
  code: z.string().nullable(),
});
export type Advanced = z.infer<typeof Advanced>;

const OPERATORS = ['event-not-found', 'event-not-operator', 'event-deleted', 'busy', 'unavailable'] as const;
const TO_ROOMS = [
  ...(['room-not-found', 'room-not-ready', 'round-not-begun', 'not-in-setup'] as const),
  ...(['game-ended', 'game-not-found'] as const),
] as const;

/** Who would go where by now. `digest`: of all of it. `code`: why a player cannot go on. For operators. */
export const planAdvance = defineCall({
  subject: 'shows.plan-advance',
  request: OfShow.extend(AdvanceWish.shape),
  reply: z.strictObject({ digest: z.string(), people: z.array(Chosen.extend({ code: z.string().nullable() })) }),
  errors: [...OPERATORS, ...TO_ROOMS, 'too-large'],
});

/**
 * In the background: a seat is reserved for each of them, and then they are sent there. `digest`: of the plan that the operator saw. If
 * the standings have changed since, nothing is done. Repeated with the same `jobId`, it is done once. For operators.
 */
export const advance = defineCall({
  subject: 'shows.advance',
  request: OfShow.extend({ ...AdvanceWish.shape, jobId: CommandId, digest: z.string().max(64) }),
  reply: z.strictObject({}),
  errors: [...OPERATORS, ...TO_ROOMS, 'too-large', 'standings-changed', 'advances-full', 'id-taken'],
});

/** The newest first. For operators. */
export const listAdvances = defineCall({
  subject: 'shows.list-advances',
  request: OfShow,
  reply: z.strictObject({
    advances: z.array(
      z.strictObject({
        jobId: CommandId,
        askedAt: z.number(),
        people: z.number().int(),
        arrived: z.number().int(),
      }),
    ),
  }),
  errors: OPERATORS,
});

/** What came of it for each of them, in the order of the standings. For operators. */
export const readAdvance = defineCall({
  subject: 'shows.read-advance',
  request: OfShow.extend({ jobId: CommandId }),
  reply: z.strictObject({ kind: StandingsQuery.shape.kind, askedAt: z.number(), people: z.array(Advanced) }),
  errors: [...OPERATORS, 'advance-not-found'],
});

/**
 * The seat of a player who has not come is given away; with `replace`, to the next player of the standings. Repeated, it changes
 * nothing. For operators.
 */
export const releaseAdvanced = defineCall({
  subject: 'shows.release-advanced',
  request: OfShow.extend({ jobId: CommandId, playerId: UserId, replace: z.boolean() }),
  reply: z.strictObject({}),
  errors: [
    ...OPERATORS,
    ...(['advance-not-found', 'advance-settled', 'advance-no-next', 'seat-arrived', 'game-ended'] as const),
    ...(['game-not-found', 'not-allowed', 'retry'] as const),
  ],
});

/**
 * To the owner of a shard: use `onShard(call, shardOf(gameId))`. Players of the game of an event with these ids, in these seats or in these
 * teams, who were not removed. A name that waits for a review is a stand-in.
 */
export const playersOfGame = defineCall({
  subject: 'game.players',
  request: z.strictObject({
    gameId: GameId,
    showId: ShowId,
    playerIds: z.array(UserId).max(SHOW_LIMITS.advancedMost).default([]),
    teams: z.array(TeamNumber).max(SHOW_LIMITS.advancedMost).default([]),
    seats: z.array(z.number().int().min(1)).max(SHOW_LIMITS.advancedMost).default([]),
  }),
  reply: z.strictObject({
    players: z.array(
      z.strictObject({
        playerId: UserId,
        /** Stays the same when the player gets another user id. */
        seat: z.number().int(),
        name: z.string(),
        isActive: z.boolean(),
        team: TeamNumber.optional(),
        /** The name of the team. */
        teamName: z.string().optional(),
        /** By which an event knows the team in all of its games. */
        teamKey: z.string().optional(),
      }),
    ),
  }),
  errors: ['game-not-found', 'not-allowed', 'busy'],
});
