import { z } from 'zod';
import type { Playback } from './clock.js';
import { CategoryId, type DeskId, GameId, QuestionId, UserId } from './ids.js';
import { Medium } from './media/medium.js';

export const Settings = z.strictObject({
  /** `once`: a player who was wrong may not buzz again on the same question. */
  attempts: z.enum(['unlimited', 'once']),
  /** `desk`: the music plays where the moderator is. `players`: on every player's device, for games without a common room. */
  musicOn: z.enum(['desk', 'players']),
  /** What a proposal of the player whose turn it is does: waits for the moderator (default), or selects the question. */
  picking: z.enum(['confirmed', 'direct']).optional(),
  /** After a wrong answer while others wait to answer. `plays`, as when absent: the music goes on. `waits`: it stays paused. */
  musicAfterWrong: z.enum(['plays', 'waits']).optional(),
  /** After a right answer. `stops`, as when absent: the song is over. `plays`: it plays on until the next question. */
  musicAfterRight: z.enum(['stops', 'plays']).optional(),
});
export type Settings = z.infer<typeof Settings>;
export const DEFAULT_SETTINGS: Settings = { attempts: 'unlimited', musicOn: 'desk' };
export const ABSENT_SETTINGS = {
  picking: 'confirmed',
  musicAfterWrong: 'plays',
  musicAfterRight: 'stops',
} as const satisfies Partial<Settings>;

export interface Player {
  readonly id: UserId;
  /** Order of joining, from 1; equal scores are listed in it. */
  readonly seat: number;
  readonly name: string;
  readonly score: number;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly joinedAt: number;
  readonly rejoinedAt: number | null;
  readonly leftAt: number | null;
  /** Hash of the secret that this seat's browser keeps; null when it gave none. Never leaves the server. */
  readonly seatHash: string | null;
  /** Hash of the device that last joined in this seat; null when unknown. Never leaves the server. */
  readonly deviceHash: string | null;
  /** The moderator chose the name: the player does not change it. */
  readonly nameSet: boolean;
  /** The moderator took the player out of the game: no ranking shows the seat until the player joins again. */
  readonly removed: Removal | null;
}

export type Removal = 'removed' | 'banned';

export interface Verdict {
  /** The version of its event: what a correction names. */
  readonly version: number;
  readonly playerId: UserId;
  readonly correct: boolean;
  readonly gain: number;
  /** What time trial had recorded for the answer; null without it. */
  readonly elapsedSeconds: number | null;
  /** How much of the song had been played when its player buzzed, ms; absent in snapshots of earlier versions. */
  readonly heardMs?: number;
}

export interface Question {
  readonly id: QuestionId;
  readonly medium: Medium;
  readonly youtubeSongName: string;
  readonly answer: string;
  readonly points: number;
  readonly answered: boolean;
  readonly answeredBy: UserId | null;
  readonly answeredCorrectly: boolean;
  /** Each player who buzzed on this question, in order of the first buzz. */
  readonly attemptedBy: readonly UserId[];
  /** In the order in which they were given, without those that were undone. */
  readonly verdicts: readonly Verdict[];
  /** The version at which its content last changed, for `basedOn`. */
  readonly changedAtVersion: number;
}

export interface Category {
  readonly id: CategoryId;
  readonly name: string;
  readonly changedAtVersion: number;
  readonly questions: readonly Question[];
}

export interface Buzz {
  readonly playerId: UserId;
  readonly at: number;
  /** How much of the song had been played then, ms. */
  readonly heardMs: number;
}

/** The question that is being played. */
export interface CurrentQuestion extends Playback {
  readonly categoryId: CategoryId;
  readonly questionId: QuestionId;
  readonly answerQueue: readonly Buzz[];
  /** Players judged wrong on this question since it was selected. */
  readonly wrong: readonly UserId[];
  /** When the clock last began to run: a buzz that came in late does not count from before it. */
  readonly runningSince: number;
}

/** A song that plays on after a right answer, until the next question. */
export interface Chorus extends Pick<Playback, 'heardMs' | 'heardSince'> {
  readonly questionId: QuestionId;
}

/** The last verdict, while it can be undone: until the next question is selected. */
export interface LastVerdict {
  readonly version: number;
  readonly at: number;
  /** Null when the question was marked unanswered. */
  readonly playerId: UserId | null;
  readonly correct: boolean;
  readonly gain: number;
  /** The round as it was before, kept up to date with who has buzzed or left since. */
  readonly round: CurrentQuestion;
  readonly nextSelectorId: UserId | null;
}

/** What the moderator added to a score, or took from it. */
export interface ScoreChange {
  /** The version of its event: what an undo names. */
  readonly version: number;
  readonly at: number;
  readonly playerId: UserId;
  readonly gain: number;
  readonly reason: string;
}

/** Who may not join, by any of these. */
export interface Bans {
  readonly users: readonly UserId[];
  readonly seats: readonly string[];
  readonly devices: readonly string[];
}

/** A user on a device that a seat does not know asks the moderator for it. */
export interface SeatRequest {
  readonly playerId: UserId;
  readonly seat: number;
  readonly holderId: UserId;
  readonly name: string;
  readonly score: number;
  readonly at: number;
  /** Its own player asks, who was removed and finds joining locked. */
  readonly returns?: true | undefined;
  /** What the seat is known by once it is given. Never leave the server. */
  readonly seatHash: string | null;
  readonly deviceHash: string | null;
}

/** Whom the moderator refused a seat. */
export interface SeatRefusal {
  readonly playerId: UserId;
  readonly deviceHash: string | null;
  readonly at: number;
  readonly times: number;
}

export interface LastAction {
  readonly type: string;
  readonly at: number;
  readonly by: UserId | null;
}

export interface GameCommon {
  /** Number of events applied so far; every event counts, also those that change nothing else. */
  readonly version: number;
  readonly gameId: GameId;
  readonly gameCode: string;
  readonly moderatorId: UserId;
  readonly moderatorName: string;
  readonly moderatorLeft: boolean;
  /** Only while the game is being played. */
  readonly deskDisconnected: boolean;
  /** The desk that plays the music; null while none has taken it. */
  readonly musicDesk: DeskId | null;
  readonly createdAt: number;
  readonly settings: Settings;
  readonly categories: readonly Category[];
  /** By seat: seat n stands at n-1, and no player is ever taken out. Find one with `playerOf`. */
  readonly players: readonly Player[];
  /** Oldest first, without those that were undone. */
  readonly scoreChanges: readonly ScoreChange[];
  /** Only users who have a seat may join. */
  readonly joiningLocked: boolean;
  readonly bans: Bans;
  readonly seatRequests: readonly SeatRequest[];
  readonly seatRefusals: readonly SeatRefusal[];
  readonly timeTrialMode: boolean;
  readonly timeTrialUpdatedAt: number | null;
  readonly lastAction: LastAction;
  /** Time of the last event; the clock never goes back behind it. */
  readonly updatedAt: number;
}

export interface SetupGame extends GameCommon {
  readonly status: 'setup';
}
export interface PlayingGame extends GameCommon {
  readonly status: 'playing';
  readonly startedAt: number;
  readonly nextSelectorId: UserId | null;
  /** What the next selector, a player, would like to play; only between questions. */
  readonly proposedQuestionId: QuestionId | null;
  readonly current: CurrentQuestion | null;
  readonly lastVerdict: LastVerdict | null;
  /** Only between questions, and only with the setting for it. */
  readonly chorus?: Chorus;
}
export interface CompletedGame extends GameCommon {
  readonly status: 'completed';
  readonly startedAt: number | null;
  readonly completedAt: number;
  readonly next: GameId | null;
  /** What a reopened game goes on with, its music paused; null for a game that had not started. */
  readonly ended: Pick<PlayingGame, 'nextSelectorId' | 'proposedQuestionId' | 'current' | 'lastVerdict'> | null;
}

export interface NoGame {
  readonly status: 'none';
}

export type Game = SetupGame | PlayingGame | CompletedGame;
export type OpenGame = SetupGame | PlayingGame;
export type GameState = NoGame | Game;
export const NO_GAME: NoGame = { status: 'none' };

export const versionOf = (state: GameState): number => (state.status === 'none' ? 0 : state.version);
