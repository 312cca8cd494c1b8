import { z } from 'zod';
import { CategoryDraft, GAME_HISTORY_LIMIT, GameId, TeamNumber, UserId } from '@earworm/rules';
import { defineCall, PageNumber } from '../call.js';

export const HistoryEntry = z.strictObject({
  gameId: z.string(),
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorId: z.string(),
  moderatorName: z.string(),
  createdAt: z.number(),
  completedAt: z.number().nullable(),
  role: z.enum(['player', 'moderator']),
  playerCount: z.number().int(),
  standings: z.array(z.strictObject({ playerId: z.string(), name: z.string(), score: z.number() })),
  score: z.number().nullable(),
  rank: z.number().nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** `own`: games that the user played in, or moderated if they never played. `moderated`: only games they moderated. */
export const HistoryList = z.enum(['own', 'moderated']);
export type HistoryList = z.infer<typeof HistoryList>;

/** The newest games of a user, at most GAME_HISTORY_LIMIT; see HistoryList. */
export const gameHistory = defineCall({
  subject: 'library.history',
  request: z.strictObject({
    userId: UserId,
    list: HistoryList.default('own'),
    limit: z.number().int().min(1).max(GAME_HISTORY_LIMIT).default(GAME_HISTORY_LIMIT),
  }),
  reply: z.strictObject({ games: z.array(HistoryEntry) }),
  errors: ['unavailable'],
});

export const GameOfUser = HistoryEntry.omit({ standings: true, score: true, rank: true });
export type GameOfUser = z.infer<typeof GameOfUser>;

export const GAMES_OF_USER_PAGE = 20;

/**
 * One page of GAMES_OF_USER_PAGE of the games that a user moderates or plays in, completed or not, newest first.
 * `total`: number of games on all pages.
 */
export const gamesOfUser = defineCall({
  subject: 'library.games-of-user',
  request: z.strictObject({
    userId: z.string().min(1).max(128),
    page: PageNumber,
  }),
  reply: z.strictObject({ games: z.array(GameOfUser), total: z.number().int().min(0) }),
  errors: ['unavailable'],
});

const Award = z.strictObject({ winners: z.array(z.strictObject({ playerId: z.string(), name: z.string() })) });

export const GameResult = z.strictObject({
  gameId: z.string(),
  gameCode: z.string(),
  status: z.enum(['setup', 'playing', 'completed']),
  moderatorName: z.string(),
  createdAt: z.number(),
  completedAt: z.number().nullable(),
  playerCount: z.number().int(),
  /** Questions that were not played. Absent in replies of older library services. */
  unplayed: z.number().int().optional(),
  /** Final scores, highest first; at most 2,000. */
  standings: z.array(
    z.strictObject({
      playerId: z.string(),
      name: z.string(),
      score: z.number(),
      /** Number of the player's team; absent without one. */
      team: z.number().int().optional(),
    }),
  ),
  /** Final scores of teams, highest first, equal ones in order of creation. Absent in games without teams. */
  teams: z.array(z.strictObject({ number: TeamNumber, name: z.string(), score: z.number() })).optional(),
  /** Manual score changes, oldest first; `by`: the name of who made it. Absent in replies of older library services. */
  changes: z
    .array(z.strictObject({ name: z.string(), gain: z.number(), reason: z.string(), by: z.string() }))
    .optional(),
  /** Absent if there are none, and in replies of older library services. `heardMs`: how much of the song had played. */
  awards: z
    .strictObject({
      fastestBuzz: Award.extend({ heardMs: z.number() }).optional(),
      longestStreak: Award.extend({ count: z.number().int() }).optional(),
    })
    .optional(),
  /** Questions that were answered or marked unanswered, in the order in which they ended. The others stay secret. */
  questions: z.array(
    z.strictObject({
      questionId: z.string(),
      category: z.string(),
      points: z.number(),
      answer: z.string(),
      songName: z.string(),
      /** `by`: who judged; only for the crew and administrators, and where several members could. */
      verdicts: z.array(
        z.strictObject({ name: z.string(), correct: z.boolean(), gain: z.number(), by: z.string().optional() }),
      ),
    }),
  ),
});
export type GameResult = z.infer<typeof GameResult>;

/** The result of a game. Refused with `not-found` unless the user played in it, is in its crew or is an administrator. */
export const gameResult = defineCall({
  subject: 'library.game-result',
  request: z.strictObject({ userId: UserId, gameId: GameId, isAdmin: z.boolean().optional() }),
  reply: GameResult,
  errors: ['not-found', 'unavailable'],
});

export const starterQuiz = defineCall({
  subject: 'library.starter-quiz',
  request: z.strictObject({}),
  reply: z.strictObject({ categories: z.array(CategoryDraft) }),
  errors: ['unavailable'],
});

/** The bytes of a built-in audio clip, at most 700 KB before base64. */
export const readClip = defineCall({
  subject: 'library.clip',
  request: z.strictObject({ clipId: z.string().max(64) }),
  reply: z.strictObject({ contentType: z.string(), base64: z.string() }),
  errors: ['not-found'],
});
