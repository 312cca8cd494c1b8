import { z } from 'zod';
import { GameId, NAME_MAX_UNITS, REASON_MAX_LENGTH, RIGHTS, UserId } from '@earworm/rules';
import { CommandId, defineCall } from '../call.js';

export const Right = z.enum(RIGHTS);
/** At least one. */
export const Rights = z.array(Right).min(1).max(RIGHTS.length);

/* Calls to the owner of a shard: use `onShard(call, shardOf(gameId))`. */

/** What a user may do in a game. No rights: not a member of its crew. */
export const crewRights = defineCall({
  subject: 'game.crew-rights',
  request: z.strictObject({ gameId: GameId, userId: UserId }),
  reply: z.strictObject({ rights: z.array(Right), isOwner: z.boolean(), isSuspended: z.boolean() }),
  errors: ['game-not-found', 'busy'],
});

const operator = { userId: UserId, name: z.string().max(NAME_MAX_UNITS), reason: z.string().max(REASON_MAX_LENGTH) };

/** A change that the crew cannot make by itself. The caller has checked who may ask for it. */
export const CrewChange = z.discriminatedUnion('type', [
  /** By a link of `by`. */
  z.strictObject({
    type: z.literal('addCrew'),
    userId: UserId,
    name: z.string().max(NAME_MAX_UNITS),
    rights: Rights,
    by: UserId,
  }),
  z.strictObject({ type: z.literal('operatorTakesOver'), ...operator }),
  z.strictObject({ type: z.literal('operatorHelps'), ...operator }),
  z.strictObject({ type: z.literal('solveHelp'), by: UserId }),
]);
export type CrewChange = z.infer<typeof CrewChange>;

/** Repeated with the same `commandId`, it changes the crew once and gets the same answer. */
export const changeCrew = defineCall({
  subject: 'game.change-crew',
  request: z.strictObject({ gameId: GameId, commandId: CommandId, change: CrewChange }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: [
    'leave-seat-first',
    'banned',
    'crew-full',
    'name-required',
    'name-too-long',
    'name-link',
    'reason-required',
    'game-ended',
    'game-not-found',
    'retry',
    'busy',
  ],
});
