import type { Playback } from './clock.js';
import type { CategoryId, GameId, QuestionId, UserId } from './ids.js';
import type { Medium } from './media/medium.js';
import type {
  Announcement,
  Buzz,
  Chorus,
  DoubtedBuzz,
  GameCommon,
  Player,
  Removal,
  ScoreChange,
  SeatRequest,
  SentTo,
  Team,
  Verdict,
} from './state.js';

export type Role = 'player' | 'moderator' | 'stage' | 'observer';

/** Kinds of views of a game; some roles share one. Each event is encoded once per kind. */
export const VIEW_KINDS = ['player', 'stage', 'full'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

export const viewKindOf = (role: Role): ViewKind =>
  role === 'player' ? 'player' : role === 'stage' ? 'stage' : 'full';

/** The part of a question that only the full view contains before the question is answered. */
export interface Secret {
  readonly medium: Medium;
  readonly youtubeSongName: string;
  readonly answer: string;
}

export interface QuestionView {
  readonly id: QuestionId;
  readonly points: number;
  readonly answered: boolean;
  readonly answeredBy: UserId | null;
  readonly answeredByName: string | null;
  readonly answeredCorrectly: boolean;
  /** Full view: always set. Other views: null until the question is answered. */
  readonly secret: Secret | null;
  /** Null except in the full view. */
  readonly verdicts: readonly VerdictView[] | null;
}

export type VerdictView = Omit<Verdict, 'elapsedSeconds' | 'heardMs'> & { readonly name: string };

/** The verdict that can be undone. `playerId` and `name` are null if the question was marked unanswered. */
export interface LastVerdictView extends Pick<Verdict, 'version' | 'correct' | 'gain' | 'team'> {
  readonly questionId: QuestionId;
  readonly playerId: UserId | null;
  readonly name: string | null;
}

export type ScoreChangeView = ScoreChange & { readonly name: string };

export type SeatRequestView = Omit<SeatRequest, 'seatHash' | 'deviceHash'>;

export interface CategoryView {
  readonly id: CategoryId;
  readonly name: string;
  readonly questions: readonly QuestionView[];
}

export interface QueueEntry extends Buzz {
  readonly name: string;
}

export interface CurrentView extends Playback {
  readonly categoryId: CategoryId;
  readonly questionId: QuestionId;
  /** The first QUEUE_SHOWN entries of the queue, in order of arrival. */
  readonly queue: readonly QueueEntry[];
  /** Set while buzzes are held until their order is settled; `version`: of the first of them. */
  readonly hold?: { readonly version: number };
  /** Length of the whole queue. */
  readonly queueLength: number;
  /** What to play. Full view: always set. Player view: only with `musicOn: 'players'`. Stage view: null. */
  readonly medium: Medium | null;
  /** Full view: all players who buzzed on this question. Other views: null. */
  readonly attemptedBy: readonly UserId[] | null;
  /** Full view only, absent if there are none: whose buzzes on this question are doubted. */
  readonly doubts?: readonly DoubtedBuzz[];
}

export interface AwardWinner {
  readonly playerId: UserId;
  readonly name: string;
}

/** Each award has one or two winners; an award that more players would share is left out. */
export interface Awards {
  /** The right answer that was buzzed after the least of the song. `heardMs`: how much of it had played. */
  readonly fastestBuzz?: { readonly winners: readonly AwardWinner[]; readonly heardMs: number };
  /** The most right answers in a row; at least STREAK_MIN. */
  readonly longestStreak?: { readonly winners: readonly AwardWinner[]; readonly count: number };
}

/** Without the key, which no screen shows. */
export interface TeamView extends Omit<Team, 'key'> {
  /** Players in it who have not been removed. */
  readonly members: number;
  /** Of the captain and of the first other members, three in all; absent without any. */
  readonly memberNames?: readonly string[];
}
/** The members of a team as far as views have them. */
export type ShownMembers = Pick<TeamView, 'number' | 'captain' | 'memberNames'>;
export type UnreviewedName = Pick<Player, 'id' | 'seat' | 'name'>;
/** `reports`: how many players have reported it. */
export type ReportedName = UnreviewedName & { readonly reports: number };

export type Leader = Pick<Player, 'id' | 'seat' | 'name' | 'score' | 'isActive'>;

/** Fields of the state that views do not contain, or contain in another form. */
type HiddenFields =
  | 'version'
  | 'gameCode'
  | 'categories'
  | 'players'
  | 'scoreChanges'
  | 'teams'
  | 'announcements'
  | 'bans'
  | 'seatRequests'
  | 'seatRefusals'
  | 'unreviewed'
  | 'nameReports'
  | 'updatedAt';

/** Desks get audience and readers, too. */
export type AnnouncementView = Pick<Announcement, 'version' | 'at' | 'text' | 'until'> &
  Partial<Pick<Announcement, 'audience' | 'readBy'>>;

/** What one kind of view shows of a game. Its size is bounded, whatever the number of players. */
export interface GameView extends Omit<GameCommon, HiddenFields> {
  readonly status: 'setup' | 'playing' | 'completed';
  /** By which players join. */
  readonly gameCode: string;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  /** The end of the chain over the evidence, in hexadecimal; only after the end of a game that keeps it. */
  readonly evidence?: string;
  readonly next: GameId | null;
  readonly categories: readonly CategoryView[];
  readonly current: CurrentView | null;
  readonly nextSelector: { readonly id: UserId; readonly name: string } | null;
  readonly nextTeam?: number;
  readonly proposedQuestionId: QuestionId | null;
  readonly lastVerdict: LastVerdictView | null;
  readonly chorus?: Chorus;
  /** Full view: all. Other views: that for their audience. Absent if there is none. */
  readonly announcements?: readonly AnnouncementView[];
  /** Full view: oldest first. Other views: null. */
  readonly scoreChanges: readonly ScoreChangeView[] | null;
  /** Open requests for a seat, oldest first. */
  readonly seatRequests: readonly SeatRequestView[];
  /** Full view: names that wait for a review, by seat; other views have stand-ins. Absent if there are none. */
  readonly unreviewed?: readonly UnreviewedName[];
  /** Full view: names that players have reported, in order of the first report. Absent if there are none. */
  readonly reported?: readonly ReportedName[];
  /** Players who have not been removed. */
  readonly playerCount: number;
  readonly activeCount: number;
  /** The first LEADERS_SHOWN players by score, highest first, then by seat. */
  readonly leaders: readonly Leader[];
  /** All, in order of creation; absent in a game without teams. */
  readonly teams?: readonly TeamView[];
  /** Set once the game is completed; absent if there are none. */
  readonly awards?: Awards;
}

/** A player's own seat; sent with the shared view in that player's snapshot. */
export interface OwnSeat extends Leader {
  /** Number of the player's team; absent without one. */
  readonly team?: number;
  /** Set while the player's name waits for a review: `name` is what others see. */
  readonly unreviewed?: true;
  /** Set until the player of a reserved seat has come; the seat is inactive. */
  readonly reserved?: true;
  /** The game in which the player goes on; absent for one who stays. */
  readonly sentTo?: SentTo;
  /** Place of the own buzz in the queue, or of the team's, from 1; null if there is none. */
  readonly place: number | null;
  /** True if this player, or their team, may not buzz again on the current question, because of `attempts: 'once'`. */
  readonly out: boolean;
  /** Until when this player, or their team, may not buzz after a wrong answer or a buzz before the song, ms since the epoch; absent without one. */
  readonly lockedUntil?: number;
  /** Set if that is because of a buzz before the song; absent otherwise. */
  readonly falseStart?: true;
  /** When that buzz was, server time in ms; with `falseStart`. */
  readonly earlyAt?: number;
  /** Rank at the time of the snapshot, from 1; equal scores share a rank. Later ranks are derived from `leaders`. */
  readonly rank: number;
  readonly removed: Removal | null;
  /** What an undo of the verdict that ended the round would restore; null if nothing. */
  readonly beforeVerdict: Pick<OwnSeat, 'place' | 'out' | 'lockedUntil' | 'falseStart' | 'earlyAt'> | null;
}

/** A row of the moderator's list of players. Times are in ms since the epoch. */
export interface RosterEntry extends Leader {
  readonly joinedAt: number;
  readonly leftAt: number | null;
  readonly team?: number;
  /** Its player has not come yet. */
  readonly reserved?: true;
}
