import { z } from 'zod';
import { HELP_CATEGORIES } from '../constants.js';
import { GameId, QuestionId, UserId } from '../ids.js';

const Time = z.number();
const Count = z.number().int().min(0);

/**
 * Facts about the game that is played in a room, with times in ms since the epoch. What is absent does not apply now. No
 * answer and no song is among them: all of an event's staff may read it.
 */
export const RoomStatus = z.object({
  showId: z.uuid(),
  roomId: z.uuid(),
  gameId: GameId,
  createdAt: Time,
  state: z.enum(['setup', 'playing', 'completed']),
  startedAt: Time.optional(),
  /** Of the last event that someone caused. */
  lastActionAt: Time,
  /** Without connections the game has left memory: its status is repeated every `RESTING_REPEAT_MS` only. */
  resting: z.literal(true).optional(),
  /** Questions that are answered or being played, and all of them. */
  question: Count,
  /** The one that is being played; its id tells nothing of the song. */
  questionId: QuestionId.optional(),
  questions: Count,
  leader: z.strictObject({ name: z.string(), points: z.number() }).optional(),
  /** Players with a seat, and how many of them are connected. */
  seated: Count,
  connected: Count,
  /** The network of the event that most of those who are connected come from, or came from last. */
  network: z.string().optional(),
  /** The game is paused: no verdict, no buzz and no song is waited for. */
  pausedSince: Time.optional(),
  /** An operator holds the start, or has released it: since when. Before the start only. */
  startHeldSince: Time.optional(),
  startReleasedAt: Time.optional(),
  /** Joining is closed. */
  joiningLocked: z.literal(true).optional(),
  /** Connected people who can judge. */
  crew: Count,
  /** The people of the crew, connected or not; one who is suspended only watches. */
  members: z
    .array(
      z.strictObject({
        id: UserId,
        name: z.string(),
        connected: z.literal(true).optional(),
        suspended: z.literal(true).optional(),
      }),
    )
    .optional(),
  /** Since when none of them has been connected. */
  crewAwaySince: Time.optional(),
  /** The game is without a moderator. */
  crewLeft: z.literal(true).optional(),
  /** Since when the first in the queue has waited for a verdict, and who it is. */
  buzzSince: Time.optional(),
  buzzer: z.string().optional(),
  /** Since when a question has been open without a buzz. */
  openSince: Time.optional(),
  /** Since when more than half of the players with a seat have been disconnected. */
  offlineSince: Time.optional(),
  /** The song of the question: it plays, is paused, is silent though it should play, or is over. */
  song: z.enum(['plays', 'paused', 'silent', 'over']).optional(),
  silentSince: Time.optional(),
  /** Of the last 20 buzzes, from the gateway to the commit. */
  slowestBuzzMs: Count.optional(),
  help: z
    .strictObject({ category: z.enum(HELP_CATEGORIES), text: z.string(), name: z.string(), since: Time })
    .optional(),
});
export type RoomStatus = z.infer<typeof RoomStatus>;
