import { z } from 'zod';
import { CategoryDraft, GameId, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';

export const HistoryEntry = z.strictObject({
  gameId: z.string(),
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorId: z.string(),
  moderatorName: z.string(),
  createdAt: z.number(),
  completedAt: z.number().nullable(),
  /** The asking user's part in it. */
  role: z.enum(['player', 'moderator']),
  playerCount: z.number().int(),
  /** Best first; at most ten. */
  standings: z.array(z.strictObject({ playerId: z.string(), name: z.string(), score: z.number() })),
  /** The asking user's own score and rank, when they played. */
  score: z.number().nullable(),
  rank: z.number().nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** `own`: games played, or moderated by who never played; `moderated`: those alone. */
export const HistoryList = z.enum(['own', 'moderated']);
export type HistoryList = z.infer<typeof HistoryList>;

/** The newest games the user played in; if there are none, those they moderated. At most 20. */
export const gameHistory = defineCall({
  subject: 'library.history',
  request: z.strictObject({
    userId: UserId,
    list: HistoryList.default('own'),
    limit: z.number().int().min(1).max(20).default(20),
  }),
  reply: z.strictObject({ games: z.array(HistoryEntry) }),
  errors: ['unavailable'],
});

/** Of an administrator's list of somebody's games. */
export const GameOfUser = HistoryEntry.omit({ standings: true, score: true, rank: true });
export type GameOfUser = z.infer<typeof GameOfUser>;

export const GAMES_OF_USER_PAGE = 20;

/** Every game that a user moderates or plays in, over or not, newest first, GAMES_OF_USER_PAGE at a time; `total`: of all pages. */
export const gamesOfUser = defineCall({
  subject: 'library.games-of-user',
  request: z.strictObject({
    userId: z.string().min(1).max(128),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  reply: z.strictObject({ games: z.array(GameOfUser), total: z.number().int().min(0) }),
  errors: ['unavailable'],
});

/** How a game went. */
export const GameResult = z.strictObject({
  gameId: z.string(),
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  createdAt: z.number(),
  completedAt: z.number().nullable(),
  playerCount: z.number().int(),
  /** Everybody's score, best first; at most 2,000. */
  standings: z.array(z.strictObject({ playerId: z.string(), name: z.string(), score: z.number() })),
  /** Questions that were answered or given up, in the order they ended; what is still open stays secret. */
  questions: z.array(
    z.strictObject({
      questionId: z.string(),
      category: z.string(),
      points: z.number(),
      answer: z.string(),
      songName: z.string(),
      /** In the order of the verdicts; empty when nobody was judged. */
      verdicts: z.array(z.strictObject({ name: z.string(), correct: z.boolean(), gain: z.number() })),
    }),
  ),
});
export type GameResult = z.infer<typeof GameResult>;

/** Refused `not-found` to somebody who neither played nor moderated the game; admins see every game's. */
export const gameResult = defineCall({
  subject: 'library.game-result',
  request: z.strictObject({ userId: UserId, gameId: GameId, isAdmin: z.boolean().optional() }),
  reply: GameResult,
  errors: ['not-found', 'unavailable'],
});

/** The quiz that ships with the product: its categories with fresh ids. */
export const starterQuiz = defineCall({
  subject: 'library.starter-quiz',
  request: z.strictObject({}),
  reply: z.strictObject({ categories: z.array(CategoryDraft) }),
  errors: ['unavailable'],
});

/** An audio clip's bytes, base64, at most 700 KB of them. */
export const readClip = defineCall({
  subject: 'library.clip',
  request: z.strictObject({ clipId: z.string().max(64) }),
  reply: z.strictObject({ contentType: z.string(), base64: z.string() }),
  errors: ['not-found'],
});
