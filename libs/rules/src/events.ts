import { z } from 'zod';
import { CategoryId, DeskId, GameId, QuestionId, UserId } from './ids.js';
import { Medium } from './media/medium.js';
import { Settings } from './state.js';

export const QuestionContent = z.strictObject({
  medium: Medium,
  youtubeSongName: z.string(),
  answer: z.string(),
  points: z.number(),
});
export type QuestionContent = z.infer<typeof QuestionContent>;

const type = <T extends string>(name: T) => z.literal(name);

/**
 * What happened, as the log keeps it for ever. A published type never changes shape or meaning; a new meaning is a
 * new type. `at` is server time in ms since the epoch and never goes back within a game.
 */
export const GameEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: type('gameCreated'),
    at: z.number(),
    gameId: GameId,
    gameCode: z.string(),
    moderatorId: UserId,
    moderatorName: z.string(),
    settings: Settings,
    categories: z.array(
      z.strictObject({
        id: CategoryId,
        name: z.string(),
        questions: z.array(QuestionContent.extend({ id: QuestionId })),
      }),
    ),
  }),
  /** A replica took the game over; `epoch` fences the owner before it. No state changes. */
  z.strictObject({ type: type('owned'), at: z.number(), epoch: z.number() }),

  z.strictObject({ type: type('categoryAdded'), at: z.number(), categoryId: CategoryId, name: z.string() }),
  z.strictObject({ type: type('categoryRenamed'), at: z.number(), categoryId: CategoryId, name: z.string() }),
  z.strictObject({ type: type('categoryMoved'), at: z.number(), categoryId: CategoryId, order: z.number() }),
  z.strictObject({ type: type('categoryDeleted'), at: z.number(), categoryId: CategoryId }),
  z.strictObject({
    type: type('questionAdded'),
    at: z.number(),
    categoryId: CategoryId,
    questionId: QuestionId,
    content: QuestionContent,
  }),
  z.strictObject({
    type: type('questionUpdated'),
    at: z.number(),
    categoryId: CategoryId,
    questionId: QuestionId,
    content: QuestionContent,
  }),
  /** `order` is the index in the category `toCategoryId`, which may be the one it was in. */
  z.strictObject({
    type: type('questionMoved'),
    at: z.number(),
    categoryId: CategoryId,
    questionId: QuestionId,
    toCategoryId: CategoryId,
    order: z.number(),
  }),
  z.strictObject({ type: type('questionDeleted'), at: z.number(), categoryId: CategoryId, questionId: QuestionId }),
  z.strictObject({ type: type('settingsChanged'), at: z.number(), settings: Settings }),

  z.strictObject({ type: type('gameStarted'), at: z.number() }),
  /** `playerId`: who selected it instead of the moderator. */
  z.strictObject({
    type: type('questionSelected'),
    at: z.number(),
    categoryId: CategoryId,
    questionId: QuestionId,
    playerId: UserId.optional(),
  }),
  /** What the player whose turn it is would like to play. */
  z.strictObject({ type: type('questionProposed'), at: z.number(), questionId: QuestionId, playerId: UserId }),
  z.strictObject({ type: type('proposalWithdrawn'), at: z.number(), playerId: UserId }),
  /** `elapsedSeconds` is set only in time trial, on the press that found the queue empty. */
  z.strictObject({
    type: type('playerBuzzed'),
    at: z.number(),
    questionId: QuestionId,
    playerId: UserId,
    elapsedSeconds: z.number().nullable(),
  }),
  /** `gain` is what the score changed by: positive when correct, negative or zero when not. */
  z.strictObject({
    type: type('answerJudged'),
    at: z.number(),
    questionId: QuestionId,
    playerId: UserId,
    correct: z.boolean(),
    gain: z.number(),
  }),
  z.strictObject({ type: type('questionMarkedUnanswered'), at: z.number(), questionId: QuestionId }),
  z.strictObject({ type: type('musicPaused'), at: z.number(), questionId: QuestionId, paused: z.boolean() }),
  /** `lengthMs` is rounded, `heardMs` where the song was at `at`. */
  z.strictObject({
    type: type('songNoted'),
    at: z.number(),
    questionId: QuestionId,
    lengthMs: z.number(),
    heardMs: z.number(),
  }),
  /** Whether the song is heard, by the desk that plays the music. */
  z.strictObject({ type: type('soundNoted'), at: z.number(), questionId: QuestionId, sounding: z.boolean() }),
  /** The moderator started or stopped the timer by hand. */
  z.strictObject({ type: type('timerSet'), at: z.number(), questionId: QuestionId, running: z.boolean() }),
  z.strictObject({ type: type('timeTrialSwitched'), at: z.number(), on: z.boolean() }),
  z.strictObject({ type: type('gameCompleted'), at: z.number() }),

  z.strictObject({
    type: type('playerJoined'),
    at: z.number(),
    playerId: UserId,
    name: z.string(),
    isAdmin: z.boolean(),
    seatHash: z.string().nullable(),
    deviceHash: z.string().optional(),
  }),
  /** Back in the game, perhaps under another name. */
  z.strictObject({
    type: type('playerRejoined'),
    at: z.number(),
    playerId: UserId,
    name: z.string(),
    deviceHash: z.string().optional(),
  }),
  z.strictObject({ type: type('playerRenamed'), at: z.number(), playerId: UserId, name: z.string() }),
  /** The seat now belongs to another user id: its browser showed the seat's secret, or a guest has signed in to an account. */
  z.strictObject({ type: type('seatMoved'), at: z.number(), from: UserId, to: UserId }),
  z.strictObject({ type: type('playerLeft'), at: z.number(), playerId: UserId }),
  z.strictObject({ type: type('moderatorLeft'), at: z.number(), absent: z.boolean() }),
  z.strictObject({ type: type('moderatorRejoined'), at: z.number() }),
  /** No desk has been connected since `since`: song and clock stand where they were then. */
  z.strictObject({ type: type('deskDisconnected'), at: z.number(), since: z.number() }),
  z.strictObject({ type: type('deskReconnected'), at: z.number() }),
  /** This desk plays the music from now on, the others are remotes. */
  z.strictObject({ type: type('musicDeskSet'), at: z.number(), deskId: DeskId }),
  /** The desk that played the music has been disconnected since `since`; another one may take it. */
  z.strictObject({ type: type('musicDeskLost'), at: z.number(), since: z.number() }),
  /** Somebody else moderates from now on: the account that the moderator, a guest, has signed in to. */
  z.strictObject({ type: type('moderatorMoved'), at: z.number(), from: UserId, to: UserId }),

  /**
   * What the moderator corrected. `verdict` is the version of the verdict's event, `gain` what the score changes by now.
   * `playerId` is null when the question had been marked unanswered.
   */
  z.strictObject({
    type: type('verdictUndone'),
    at: z.number(),
    verdict: z.number(),
    questionId: QuestionId,
    playerId: UserId.nullable(),
    gain: z.number(),
  }),
  z.strictObject({
    type: type('verdictChanged'),
    at: z.number(),
    verdict: z.number(),
    questionId: QuestionId,
    playerId: UserId,
    correct: z.boolean(),
    gain: z.number(),
    reason: z.string(),
  }),
  z.strictObject({
    type: type('scoreChanged'),
    at: z.number(),
    playerId: UserId,
    gain: z.number(),
    reason: z.string(),
  }),
  /** The moderator chose another name for a player. */
  z.strictObject({ type: type('playerNameSet'), at: z.number(), playerId: UserId, name: z.string() }),
  z.strictObject({ type: type('playerRemoved'), at: z.number(), playerId: UserId }),
  /** Also of somebody without a seat: the account that a banned guest has signed in to. */
  z.strictObject({ type: type('playerBanned'), at: z.number(), playerId: UserId }),
  /** Somebody on a device that the seat does not know asks the moderator for it. `holderId`, `name` and `score` are the seat's. */
  z.strictObject({
    type: type('seatRequested'),
    at: z.number(),
    playerId: UserId,
    seat: z.number(),
    holderId: UserId,
    name: z.string(),
    score: z.number(),
    seatHash: z.string().nullable(),
    deviceHash: z.string().nullable(),
  }),
  /** Without an answer: withdrawn, or `lapsed` because nobody waits for it any more. */
  z.strictObject({ type: type('seatRequestEnded'), at: z.number(), playerId: UserId, lapsed: z.boolean() }),
  z.strictObject({ type: type('seatRefused'), at: z.number(), playerId: UserId, seat: z.number() }),
  /** Follows the `seatMoved` of a seat that the moderator gave to the user who asked: from now on it is known by these hashes. */
  z.strictObject({
    type: type('seatGiven'),
    at: z.number(),
    from: UserId,
    to: UserId,
    seatHash: z.string().nullable(),
    deviceHash: z.string().nullable(),
  }),
  /** After the end: the same moderator goes on in another game. */
  z.strictObject({ type: type('gameFollowed'), at: z.number(), next: GameId }),
  z.strictObject({ type: type('joiningLocked'), at: z.number(), locked: z.boolean() }),
]);
export type GameEvent = z.infer<typeof GameEvent>;
export type GameEventType = GameEvent['type'];
