import { z } from 'zod';
import type { Playback } from './clock.js';
import {
  BLOCKED_NAME_MAX_LENGTH,
  BLOCKED_NAMES_MAX,
  BUZZ_HOLD_MS,
  FALSE_START_SECONDS_MAX,
  LOCK_OUT_SECONDS_MAX,
  PLAYERS_MAX,
} from './constants.js';
import type { Audience, HelpCategory, Right } from './constants.js';
import { CREDIT_MAX_MS, type CreditBudget, type Doubt } from './fairness/timing.js';
import { CategoryId, type DeskId, GameId, QuestionId, UserId } from './ids.js';
import { Medium } from './media/medium.js';

export const Settings = z.strictObject({
  /** `once`: a player who was judged wrong may not buzz again on the same question. */
  attempts: z.enum(['unlimited', 'once']),
  /** How long a player, or a team, may not buzz after a wrong answer; null (default): not at all. With unlimited attempts only. */
  lockOutSeconds: z.number().int().min(1).max(LOCK_OUT_SECONDS_MAX).nullable().optional(),
  /** How the queue is ordered; null (default): by arrival. The first buzz is held for `holdMs`, and those that come meanwhile with it. */
  buzzOrder: z
    .strictObject({
      /** `corrected`: by when the touch counts. `level`: as corrected, but those too close to tell apart are drawn by lot. */
      mode: z.enum(['corrected', 'level']),
      holdMs: z.number().int().min(BUZZ_HOLD_MS.least).max(BUZZ_HOLD_MS.most),
      /** By how much a buzz may count earlier than it arrived, at most. */
      creditMs: z.number().int().min(0).max(CREDIT_MAX_MS),
      /** Of those who are level, `drawn` (default): the lot decides. `allAnswer`: all of them answer, in the drawn order. */
      ties: z.enum(['drawn', 'allAnswer']).optional(),
    })
    .nullable()
    .optional(),
  /** What a buzz before the song leads to: a lock for so many seconds, or until the question is over; null (default): it counts. */
  falseStart: z
    .union([z.literal('out'), z.number().int().min(1).max(FALSE_START_SECONDS_MAX)])
    .nullable()
    .optional(),
  /** Where the music plays. `desk`: at the moderator. `players`: on every player's device, for remote games. */
  musicOn: z.enum(['desk', 'players']),
  /** What a pick by the next selector does. `confirmed` (default): waits for the moderator. `direct`: selects it. */
  picking: z.enum(['confirmed', 'direct']).optional(),
  /** The music after a wrong answer while others are in the queue. `plays` (default), or `waits`: stays paused. */
  musicAfterWrong: z.enum(['plays', 'waits']).optional(),
  /** The music after a right answer. `stops` (default), or `plays`: continues until the next question. */
  musicAfterRight: z.enum(['stops', 'plays']).optional(),
  /** Who says which team a player is in before the start. `players` (default): they choose. `moderator`: by a deal, or by hand. */
  teamChoice: z.enum(['players', 'moderator']).optional(),
  /** A team that has so many members can no longer be chosen; null (default): no bound. */
  teamSize: z.number().int().min(1).max(PLAYERS_MAX).nullable().optional(),
  /** Whether new names of players are reviewed before others see them. `off` (default), or `on`. */
  nameReview: z.enum(['off', 'on']).optional(),
  /** What names of players must not contain, besides the block list. Only the full view has it. */
  blockedNames: z.array(z.string().min(1).max(BLOCKED_NAME_MAX_LENGTH)).max(BLOCKED_NAMES_MAX).optional(),
});
export type Settings = z.infer<typeof Settings>;
export const DEFAULT_SETTINGS: Settings = { attempts: 'unlimited', musicOn: 'desk' };
/** Values of optional settings that are absent. */
export const ABSENT_SETTINGS = {
  lockOutSeconds: null,
  buzzOrder: null,
  falseStart: null,
  picking: 'confirmed',
  musicAfterWrong: 'plays',
  musicAfterRight: 'stops',
  teamChoice: 'players',
  teamSize: null,
  nameReview: 'off',
} as const satisfies Partial<Settings>;

/** A player and their seat. Times are in ms since the epoch. */
export interface Player {
  readonly id: UserId;
  /** Number in order of joining, from 1. Players with equal scores are listed by seat. */
  readonly seat: number;
  readonly name: string;
  readonly score: number;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly joinedAt: number;
  readonly rejoinedAt: number | null;
  readonly leftAt: number | null;
  /** Hash of the secret that the browser keeps for this seat; null if it sent none. Never leaves the server. */
  readonly seatHash: string | null;
  /** Hash of the id of the device that last joined in this seat; null if unknown. Never leaves the server. */
  readonly deviceHash: string | null;
  /** True if the moderator set the name: the player can no longer change it. */
  readonly nameSet: boolean;
  /** Number of the team; absent for a player without one. */
  readonly team?: number;
  /** What is left of what a slow connection is given; absent before the first buzz in a game with `buzzOrder`. */
  readonly credit?: CreditBudget;
  /** Set while the seat is kept for a player who has not come yet, and is inactive. */
  readonly reserved?: ReservedSeat;
  /** The game in which the player goes on; absent for one who stays. */
  readonly sentTo?: SentTo;
  /** Set if the moderator removed the player. The seat is then in no ranking until the player joins again. */
  readonly removed: Removal | null;
}

/** `before`: the game that the player comes from. */
export interface ReservedSeat {
  readonly before: GameId;
}

/** Another game of the event; players join by `code`. */
export interface SentTo {
  readonly gameId: GameId;
  readonly code: string;
}

/** A group of players who answer and score together. */
export interface Team {
  /** From 1; that of a removed team is given again. It gives the team its colour and shape. */
  readonly number: number;
  readonly name: string;
  /** The sum of what was judged for it, and of the moderator's changes to its members' scores. */
  readonly score: number;
  /** An active member, who alone picks for the team; absent without one. */
  readonly captain?: UserId;
  /** The event has set it: the crew moves its members, and changes nothing else of it. */
  readonly fixed?: true;
  /** The same in all games of an event makes them one team. */
  readonly key?: string;
}

/** The members that a team had in the game before. */
export interface InheritedTeam {
  readonly team: number;
  readonly members: readonly UserId[];
  /** Is captain again as soon as they are in the team. */
  readonly captain?: UserId | undefined;
}

export type Removal = 'removed' | 'banned';

export interface Verdict {
  /** Version of its event, by which corrections refer to it. */
  readonly version: number;
  readonly playerId: UserId;
  readonly correct: boolean;
  /** Change of the score in points; negative for a loss. */
  readonly gain: number;
  /** Whole seconds that time trial recorded for the answer; null without time trial. */
  readonly elapsedSeconds: number | null;
  /** How much of the song had played when the player buzzed, in ms. Absent in snapshots of older releases. */
  readonly heardMs?: number;
  /** Who judged last, where several members could. */
  readonly byName?: string;
  /** The team for which the answer counts. */
  readonly team?: number;
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
  /** Players who buzzed on this question, in order of their first buzz. */
  readonly attemptedBy: readonly UserId[];
  /** In order, without those that were undone. */
  readonly verdicts: readonly Verdict[];
  /** Version of the last change of the content. `basedOn` of an edit is compared with it. */
  readonly changedAtVersion: number;
}

export interface Category {
  readonly id: CategoryId;
  readonly name: string;
  readonly changedAtVersion: number;
  readonly questions: readonly Question[];
}

/** What was measured of a buzz, all in ms. */
export interface BuzzTimes {
  /** When the gateway received it, ms since the epoch. */
  readonly arrivedAt: number;
  /** How much earlier it counts than it arrived. */
  readonly creditMs: number;
  /** By how much that may be off, either way; null where nothing was measured. */
  readonly errorMs: number | null;
}

/** Of a buzz on a phone that plays the song itself: see `HeardBuzz`. */
export interface SongTimes {
  readonly heardFromMs?: number;
  readonly shiftMaxMs?: number;
}

/** A buzz that was held with others until their order was settled. */
export interface HeldBuzz extends BuzzTimes, SongTimes {
  readonly playerId: UserId;
  readonly team?: number;
  readonly doubt?: Doubt;
}

/** That the times of a player's phone may not be true. */
export interface DoubtedBuzz {
  readonly playerId: UserId;
  readonly doubt: Doubt;
}

/** The first buzzes of a queue while their order is open. */
export interface Hold {
  /** Of the event that began it. */
  readonly version: number;
  readonly since: number;
  readonly holdMs: number;
  /** By which level buzzes are drawn; no view has it before the order. */
  readonly seed: number;
  /** The song as it was before. */
  readonly heard: Pick<Playback, 'heardMs' | 'heardSince'>;
  /** In the order in which they were decided. */
  readonly buzzes: readonly HeldBuzz[];
}

export interface Buzz {
  readonly playerId: UserId;
  /** When it counts. */
  readonly at: number;
  /**
   * Of a buzz that was held. `behindMs`: how much later than the first in that order; negative if it lost a draw. `lot`: those who
   * drew lots with each other have the same one. `shiftMs`: how much later than the earliest phone this one heard the song.
   */
  readonly evidence?: BuzzTimes &
    SongTimes & { readonly behindMs: number; readonly lot?: number; readonly shiftMs?: number };
  /** Version of its event, or of the undo that put it back; a verdict names it. Absent in snapshots of older releases. */
  readonly version?: number;
  /** How much of the song had played, in ms. */
  readonly heardMs: number;
  /** The team for which it counts: that of the player when they buzzed. */
  readonly team?: number;
}

/** Of a player without a team, or of a team. */
export interface LockOut {
  readonly playerId: UserId;
  readonly team?: number;
  /** Ms since the epoch. */
  readonly until: number;
  /** Of a buzz before the song; absent after a wrong answer. */
  readonly falseStart?: true;
  /** When that buzz was, server time in ms. */
  readonly earlyAt?: number;
}

/** The question in play. */
export interface CurrentQuestion extends Playback {
  readonly categoryId: CategoryId;
  readonly questionId: QuestionId;
  readonly answerQueue: readonly Buzz[];
  /** Absent unless buzzes are held; the queue is empty as long as it is set. */
  readonly hold?: Hold;
  /** Players without a team who were judged wrong on this question since it was selected. */
  readonly wrong: readonly UserId[];
  /** Teams that were; absent in a game without. */
  readonly wrongTeams?: readonly number[];
  /** Buzzes that were judged right while others that are level with them still wait to answer; absent without any. */
  readonly right?: readonly Buzz[];
  /** Who may not buzz before `until` after a wrong answer, also when that time is over; absent if there is no such lock. */
  readonly lockOuts?: readonly LockOut[];
  /** Of buzzes on this question whose order is settled; absent if there are none. */
  readonly doubts?: readonly DoubtedBuzz[];
  /** When the clock last started. A buzz that was received earlier is timed as if it came then. */
  readonly runningSince: number;
}

/** The song that keeps playing after a right answer, until the next question; see `musicAfterRight`. */
export interface Chorus extends Pick<Playback, 'heardMs' | 'heardSince'> {
  readonly questionId: QuestionId;
  /** It stopped because the game was paused, and plays on with the game. */
  readonly resumes?: true;
}

/** The last verdict. It can be undone until the next question is selected. */
export interface LastVerdict {
  readonly version: number;
  readonly at: number;
  /** Null if the question was marked unanswered. */
  readonly playerId: UserId | null;
  readonly team?: number;
  readonly correct: boolean;
  readonly gain: number;
  /** The round before the verdict, updated with players who have buzzed or left since. */
  readonly round: CurrentQuestion;
  readonly nextSelectorId: UserId | null;
  readonly nextTeam?: number;
}

/** A manual change of a score by the moderator. */
export interface ScoreChange {
  /** Version of its event, by which an undo refers to it. */
  readonly version: number;
  readonly at: number;
  readonly playerId: UserId;
  /** Points; negative for a loss. */
  readonly gain: number;
  readonly reason: string;
  /** Who made it, where several members could. */
  readonly byName?: string;
  /** The player's team, which it counts for as well. */
  readonly team?: number;
}

/** Who may not join. A match with any user id, seat hash or device hash is enough. */
export interface Bans {
  readonly users: readonly UserId[];
  readonly seats: readonly string[];
  readonly devices: readonly string[];
}

/** A request to the moderator for a seat, from a user on a device that the seat does not know. */
export interface SeatRequest {
  /** The user who asks. */
  readonly playerId: UserId;
  readonly seat: number;
  /** The player who has the seat. */
  readonly holderId: UserId;
  readonly name: string;
  readonly score: number;
  readonly at: number;
  /** Set if a removed player asks for their own seat while joining is locked. */
  readonly returns?: true | undefined;
  /** The hashes of the seat once the request is granted; see Player. Never leave the server. */
  readonly seatHash: string | null;
  readonly deviceHash: string | null;
}

/** A user to whom the moderator refused a seat, and how often. */
export interface SeatRefusal {
  readonly playerId: UserId;
  readonly deviceHash: string | null;
  readonly at: number;
  readonly times: number;
}

/** That players have reported another one's name. Over once that player has another name, or is removed. */
export interface NameReports {
  readonly playerId: UserId;
  /** Who has; never leaves the server. */
  readonly by: readonly UserId[];
  /** Set once the crew has kept the name. */
  readonly kept?: true;
}

/** A person who runs the game. Times are in ms since the epoch. */
export interface CrewMember {
  readonly id: UserId;
  readonly name: string;
  /** The owner has all. */
  readonly rights: readonly Right[];
  readonly since: number;
  /** Who added the member; null for the owner. */
  readonly by: UserId | null;
  /** Set for an operator, who leaves the crew by giving the desk back. */
  readonly operator?: true;
  /** Set while another member has taken over. */
  readonly suspended?: Suspension;
  /** Set after a member left the desk. */
  readonly left?: true;
}

export interface Suspension {
  readonly by: UserId;
  readonly at: number;
  /** When the member last asked to have the desk back. */
  readonly askedAt?: number;
}

/** An open call for an operator. */
export interface HelpCall {
  readonly category: HelpCategory;
  readonly text: string;
  readonly at: number;
  readonly by: UserId;
  readonly name: string;
}

/** The game is paused: song and clock stand, and what would move it on is refused. */
export interface GamePause {
  readonly since: number;
}

/** An operator of the event holds the start of the game, or has held it. */
export interface HeldStart {
  readonly since: number;
  /** When it was released; absent while it is held. */
  readonly until?: number;
}

/** A text of the crew or an operator, shown until its end. */
export interface Announcement {
  /** Of its event, by which it is ended and read. */
  readonly version: number;
  readonly at: number;
  readonly text: string;
  readonly audience: readonly Audience[];
  /** Server time after which it is not shown any more, ms since the epoch. */
  readonly until: number;
  /** Members of the crew. */
  readonly readBy: readonly UserId[];
}

/** The room of an event that a game is in. */
export interface GameRoom {
  readonly showId: string;
  readonly roomId: string;
  readonly name: string;
  /** Leads to whatever game is played in the room; absent in games that were placed before rooms had codes. */
  readonly code?: string;
}

/** The last event of a game: its type, and the user whose action it was; null if it was the server's. */
export interface LastAction {
  readonly type: string;
  readonly at: number;
  readonly by: UserId | null;
}

/** The part of the state that does not depend on the status. Times are in ms since the epoch. */
export interface GameCommon {
  /** Number of events applied so far, including events that change nothing else. */
  readonly version: number;
  readonly gameId: GameId;
  /** The end of the chain over the evidence; absent in games in which only the order of arrival has counted. */
  readonly evidence?: string;
  /** Of this game alone; players of a room join by the code of the room. */
  readonly gameCode: string;
  /** The owner. */
  readonly moderatorId: UserId;
  readonly moderatorName: string;
  /** True while no member of the crew can run the game. */
  readonly moderatorLeft: boolean;
  /** Who runs the game, the owner first; absent while that is the owner alone. */
  readonly crew?: readonly CrewMember[];
  /** The latest of each audience; absent if there is none. */
  readonly announcements?: readonly Announcement[];
  /** The open call for help; absent if there is none. */
  readonly help?: HelpCall;
  /** Absent unless the game is paused. Only set while it is being played. */
  readonly paused?: GamePause;
  /** Absent unless an operator of the event holds or has held the start. Only set before the start. */
  readonly heldStart?: HeldStart;
  /** Absent for a game without an event. */
  readonly room?: GameRoom;
  /** True while no desk is connected. Only set while the game is being played. */
  readonly deskDisconnected: boolean;
  /** The desk that plays the music; null if none does. */
  readonly musicDesk: DeskId | null;
  readonly createdAt: number;
  readonly settings: Settings;
  readonly categories: readonly Category[];
  /** Ordered by seat: seat n is at index n - 1, as players are never deleted. Use `playerOf` to find one. */
  readonly players: readonly Player[];
  /** In order of creation; absent in a game without teams. */
  readonly teams?: readonly Team[];
  /** Who will be in which team once they take a seat; absent unless a game with teams was played before. */
  readonly inheritedTeams?: readonly InheritedTeam[];
  /** Oldest first, without those that were undone. */
  readonly scoreChanges: readonly ScoreChange[];
  /** Players whose names wait for a review, first come first; absent if there are none. */
  readonly unreviewed?: readonly UserId[];
  /** In order of the first report; absent if there are none. */
  readonly nameReports?: readonly NameReports[];
  /** Absent unless players of this game go on in another one. */
  readonly sentOn?: true;
  /** True if only users who have a seat may join. */
  readonly joiningLocked: boolean;
  readonly bans: Bans;
  readonly seatRequests: readonly SeatRequest[];
  readonly seatRefusals: readonly SeatRefusal[];
  readonly timeTrialMode: boolean;
  readonly timeTrialUpdatedAt: number | null;
  readonly lastAction: LastAction;
  /** Time of the last event. Later events are never dated earlier. */
  readonly updatedAt: number;
}

export interface SetupGame extends GameCommon {
  readonly status: 'setup';
}
export interface PlayingGame extends GameCommon {
  readonly status: 'playing';
  readonly startedAt: number;
  readonly nextSelectorId: UserId | null;
  /** The team whose turn it is to pick, any of its members; absent in a game without teams, or when it is the moderator's. */
  readonly nextTeam?: number;
  /** The question that the next selector proposes; set only between questions. */
  readonly proposedQuestionId: QuestionId | null;
  readonly current: CurrentQuestion | null;
  readonly lastVerdict: LastVerdict | null;
  /** Set only between questions, and only with `musicAfterRight: 'plays'`. */
  readonly chorus?: Chorus;
}
export interface CompletedGame extends GameCommon {
  readonly status: 'completed';
  readonly startedAt: number | null;
  readonly completedAt: number;
  /** The game that follows this one. */
  readonly next: GameId | null;
  /** What the game continues with if it is reopened; the music is paused. Null if it was never started. */
  readonly ended: Pick<
    PlayingGame,
    'nextSelectorId' | 'nextTeam' | 'proposedQuestionId' | 'current' | 'lastVerdict'
  > | null;
}

export interface NoGame {
  readonly status: 'none';
}

export type Game = SetupGame | PlayingGame | CompletedGame;
export type OpenGame = SetupGame | PlayingGame;
export type GameState = NoGame | Game;
export const NO_GAME: NoGame = { status: 'none' };

/** The version of a game; 0 before it is created. */
export const versionOf = (state: GameState): number => (state.status === 'none' ? 0 : state.version);
