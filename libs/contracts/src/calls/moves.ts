import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';

/**
 * What a guest has belongs to the account that they signed in to. Idempotent, and no quota refuses it. With `from` and `to`
 * the same, the guest has become the account.
 */
const Move = z.strictObject({ from: UserId, to: UserId });
export type Move = z.infer<typeof Move>;

/** A seat or the moderator's part in one game. To a shard's owner. */
export const moveInGame = defineCall({
  subject: 'game.move-user',
  request: Move.extend({ gameId: GameId }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['retry', 'busy', 'game-not-found', 'game-ended'],
});

/** Games that are not over and in which the user has a part; at most 500. Some seconds late. */
export const openGames = defineCall({
  subject: 'library.open-games',
  request: z.strictObject({ userId: UserId }),
  reply: z.strictObject({ gameIds: z.array(GameId) }),
  errors: ['unavailable'],
});

/** Templates, audio clips, and the history of games that are over. How many there were, also when it is asked again. */
export const moveInLibrary = defineCall({
  subject: 'library.move-user',
  request: Move,
  reply: z.strictObject({ templates: z.number().int(), games: z.number().int() }),
  errors: ['clips-away', 'unavailable'],
});

export const moveInTelemetry = defineCall({
  subject: 'telemetry.move-user',
  request: Move,
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export const moveInFeedback = defineCall({
  subject: 'feedback.move-user',
  request: Move,
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export const GuestMove = z.strictObject({
  /** When the guest signed in to the account, ms since the epoch. */
  startedAt: z.number(),
  done: z.boolean(),
  templates: z.number().int(),
  games: z.number().int(),
});
export type GuestMove = z.infer<typeof GuestMove>;

/** A guest has signed in to this account at the provider's own pages. Both ids are from tokens that the gateway has verified. */
export const moveGuest = defineCall({
  subject: 'identity.move-guest',
  request: z.strictObject({ guest: z.string().max(128), userId: z.string().max(128) }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** What guests have brought to this account within the last hour, the latest first. */
export const guestMoves = defineCall({
  subject: 'identity.guest-moves',
  request: z.strictObject({ userId: z.string().max(128) }),
  reply: z.strictObject({ moves: z.array(GuestMove) }),
  errors: ['unavailable'],
});
