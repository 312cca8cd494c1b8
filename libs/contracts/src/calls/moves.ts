import { z } from 'zod';
import { GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';

/**
 * Moves everything that the guest `from` has to the account `to`. Idempotent, and not subject to quotas. If `from` and
 * `to` are equal, the guest was converted into the account.
 */
const Move = z.strictObject({ from: UserId, to: UserId });
export type Move = z.infer<typeof Move>;

/** Moves a seat, or the role of moderator, in one game. Call the owner of the shard. */
export const moveInGame = defineCall({
  subject: 'game.move-user',
  request: Move.extend({ gameId: GameId }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: ['retry', 'busy', 'game-not-found', 'game-ended'],
});

/** Open games that the user moderates or plays in; at most 500. From a projection, so some seconds late. */
export const openGames = defineCall({
  subject: 'library.open-games',
  request: z.strictObject({ userId: UserId }),
  reply: z.strictObject({ gameIds: z.array(GameId) }),
  errors: ['unavailable'],
});

/** Moves templates, clips and game history. Replies with how many there were, also when called again. */
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

export const moveInShows = defineCall({
  subject: 'shows.move-user',
  request: Move,
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export const GuestMove = z.strictObject({
  /** When the guest signed in to the account, in ms since the epoch. */
  startedAt: z.number(),
  done: z.boolean(),
  templates: z.number().int(),
  games: z.number().int(),
});
export type GuestMove = z.infer<typeof GuestMove>;

/**
 * Starts a move after a guest has signed in to an account by redirect. Both ids are from tokens that the gateway has
 * verified.
 */
export const moveGuest = defineCall({
  subject: 'identity.move-guest',
  request: z.strictObject({ guest: z.string().max(128), userId: z.string().max(128) }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** Moves from guests to this account that started within the last hour, latest first. */
export const guestMoves = defineCall({
  subject: 'identity.guest-moves',
  request: z.strictObject({ userId: z.string().max(128) }),
  reply: z.strictObject({ moves: z.array(GuestMove) }),
  errors: ['unavailable'],
});
