import type { Playback } from './clock.js';
import type { CategoryId, GameId, QuestionId, UserId } from './ids.js';
import type { Medium } from './media/medium.js';
import type { Buzz, Chorus, GameCommon, Player, Removal, ScoreChange, SeatRequest, Verdict } from './state.js';

export type Role = 'player' | 'moderator' | 'stage' | 'observer';

/** The views that differ; every event is encoded once for each. */
export const VIEW_KINDS = ['player', 'stage', 'full'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

export const viewKindOf = (role: Role): ViewKind =>
  role === 'player' ? 'player' : role === 'stage' ? 'stage' : 'full';

/** What only the moderator may see of a question before it is answered. */
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
  /** Always there in the full view; in the others once the question is answered. */
  readonly secret: Secret | null;
  readonly verdicts: readonly VerdictView[] | null;
}

export type VerdictView = Omit<Verdict, 'elapsedSeconds' | 'heardMs'> & { readonly name: string };

/** The verdict that can be undone. `playerId` and `name` are null when the question was marked unanswered. */
export interface LastVerdictView extends Pick<Verdict, 'version' | 'correct' | 'gain'> {
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
  /** The first QUEUE_SHOWN of the queue. */
  readonly queue: readonly QueueEntry[];
  readonly queueLength: number;
  /** Full view: always. Player's view: only in a game with `musicOn: 'players'`. Stage: never. */
  readonly medium: Medium | null;
  /** Full view only: each player who buzzed on this question. */
  readonly attemptedBy: readonly UserId[] | null;
}

export interface AwardWinner {
  readonly playerId: UserId;
  readonly name: string;
}

/** Each with one winner, or two who share it. */
export interface Awards {
  /** A right answer after the least of the song. */
  readonly fastestBuzz?: { readonly winners: readonly AwardWinner[]; readonly heardMs: number };
  /** The most right answers in a row. */
  readonly longestStreak?: { readonly winners: readonly AwardWinner[]; readonly count: number };
}

export type Leader = Pick<Player, 'id' | 'seat' | 'name' | 'score' | 'isActive'>;

/** What is not in any view, or in another form. */
type HiddenFields =
  'version' | 'categories' | 'players' | 'scoreChanges' | 'bans' | 'seatRequests' | 'seatRefusals' | 'updatedAt';

/** What one role may see of a game. Bounded whatever the number of players. */
export interface GameView extends Omit<GameCommon, HiddenFields> {
  readonly status: 'setup' | 'playing' | 'completed';
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly next: GameId | null;
  readonly categories: readonly CategoryView[];
  readonly current: CurrentView | null;
  readonly nextSelector: { readonly id: UserId; readonly name: string } | null;
  readonly proposedQuestionId: QuestionId | null;
  readonly lastVerdict: LastVerdictView | null;
  readonly chorus?: Chorus;
  /** Full view only, oldest first. */
  readonly scoreChanges: readonly ScoreChangeView[] | null;
  /** Who asks the moderator for a seat, oldest first. */
  readonly seatRequests: readonly SeatRequestView[];
  readonly playerCount: number;
  readonly activeCount: number;
  /** The LEADERS_SHOWN best, by score (highest first), then by seat. */
  readonly leaders: readonly Leader[];
  /** Of a game that is over; absent when there are none. */
  readonly awards?: Awards;
}

/** What a player's own snapshot adds to the shared view. */
export interface OwnSeat extends Leader {
  /** Place in the queue from 1, or null. */
  readonly place: number | null;
  /** True when `attempts: 'once'` bars this player from the current question. */
  readonly out: boolean;
  /** Rank from 1 when the snapshot was made, shared by equal scores; later ranks are read off the leaders. */
  readonly rank: number;
  readonly removed: Removal | null;
  /** What an undo of the verdict that ended the round gives back; null when that is nothing. */
  readonly beforeVerdict: { readonly place: number | null; readonly out: boolean } | null;
}

/** An entry of the moderator's list of players. */
export interface RosterEntry extends Leader {
  readonly joinedAt: number;
  readonly leftAt: number | null;
}
