import type { GameEventType } from '../events.js';
import type { CategoryId, GameId, DeskId, QuestionId, UserId } from '../ids.js';
import type { Medium } from '../media/medium.js';
import type { Settings } from '../state.js';
import type { CurrentView, GameView, Leader, OwnSeat, QueueEntry, SeatRequestView, Secret } from '../views.js';

type Seen<T extends GameEventType, Fields = unknown> = Readonly<{ v: number; type: T; at: number }> & Readonly<Fields>;

interface SeenQuestion {
  categoryId: CategoryId;
  questionId: QuestionId;
  points: number;
  /** In the full view only. */
  secret: Secret | null;
}

/** An event of version `v` that changes nothing for this view; in JSON exactly `{"v":n}`. */
export interface HiddenEvent {
  readonly v: number;
  readonly type?: undefined;
}

/** An event as one kind of view gets it: what is needed to go on from the view before, and no secret. */
export type SeenViewEvent =
  | Seen<'categoryAdded', { categoryId: CategoryId; name: string }>
  | Seen<'categoryRenamed', { categoryId: CategoryId; name: string }>
  | Seen<'categoryMoved', { categoryId: CategoryId; order: number }>
  | Seen<'categoryDeleted', { categoryId: CategoryId }>
  | Seen<'questionAdded', SeenQuestion>
  | Seen<'questionUpdated', SeenQuestion>
  | Seen<'questionMoved', { categoryId: CategoryId; questionId: QuestionId; toCategoryId: CategoryId; order: number }>
  | Seen<'questionDeleted', { categoryId: CategoryId; questionId: QuestionId }>
  /** `medium`: what this view plays of the current question under the new settings. */
  | Seen<'settingsChanged', { settings: Settings; medium: Medium | null }>
  | Seen<'gameStarted'>
  /** `medium` and `attemptedBy`: as in the view's `current`. */
  | Seen<
      'questionSelected',
      {
        categoryId: CategoryId;
        questionId: QuestionId;
        playerId?: UserId | undefined;
        medium: Medium | null;
        attemptedBy: readonly UserId[] | null;
      }
    >
  | Seen<'questionProposed', { questionId: QuestionId; playerId: UserId }>
  | Seen<'proposalWithdrawn', { playerId: UserId }>
  /** `place`: in the queue, from 1. */
  | Seen<
      'playerBuzzed',
      { questionId: QuestionId; playerId: UserId; name: string; place: number; elapsedSeconds: number | null }
    >
  | Seen<
      'answerJudged',
      {
        questionId: QuestionId;
        playerId: UserId;
        name: string;
        seat: number;
        correct: boolean;
        /** What the score changed by, and what it is now. */
        gain: number;
        score: number;
        /** The player may not try this question again. */
        out: boolean;
        /** What the question was; null while it goes on. */
        revealed: Secret | null;
        /** Who moved up into the part of the queue that is shown. */
        fill: QueueEntry | null;
        /** Who moved up among the leaders because this player fell behind. */
        entering: Leader | null;
      }
    >
  | Seen<'questionMarkedUnanswered', { questionId: QuestionId; revealed: Secret | null }>
  | Seen<'musicPaused', { questionId: QuestionId; paused: boolean }>
  | Seen<'songNoted', { questionId: QuestionId; lengthMs: number; heardMs: number }>
  | Seen<'soundNoted', { questionId: QuestionId; sounding: boolean }>
  | Seen<'timerSet', { questionId: QuestionId; running: boolean }>
  | Seen<'timeTrialSwitched', { on: boolean }>
  | Seen<'gameCompleted'>
  | Seen<'playerJoined', { playerId: UserId; name: string; seat: number }>
  /** `returned`: who had been removed is among the players again. */
  | Seen<'playerRejoined', { playerId: UserId; name: string; returned: Leader | null }>
  | Seen<'playerRenamed', { playerId: UserId; name: string }>
  /** `seat` is what `to` has from now on. */
  | Seen<'seatMoved', { from: UserId; to: UserId; seat: OwnSeat | null }>
  /**
   * `place`: where in the queue the leaver stood, from 1; null when not in it. Between questions, in the queue that an undo of
   * the last verdict gives back.
   */
  | Seen<'playerLeft', { playerId: UserId; place: number | null; fill: QueueEntry | null }>
  | Seen<'moderatorLeft', { absent: boolean }>
  | Seen<'moderatorRejoined'>
  | Seen<'deskDisconnected', { since: number }>
  | Seen<'deskReconnected'>
  | Seen<'musicDeskSet', { deskId: DeskId }>
  | Seen<'musicDeskLost', { since: number }>
  | Seen<'moderatorMoved', { from: UserId; to: UserId }>
  | Seen<
      'verdictUndone',
      Scored & {
        verdict: number;
        categoryId: CategoryId;
        questionId: QuestionId;
        /** Null when the question had been marked unanswered. */
        playerId: UserId | null;
        /** Null as well for a player who was removed meanwhile. */
        leader: Leader | null;
        /** What the view shows of the question that is open again. */
        secret: Secret | null;
        /** The round that goes on, and who picks after it. */
        current: CurrentView | null;
        nextSelector: GameView['nextSelector'];
        /** The verdict had ended the round. */
        ended: boolean;
        /** Where the player stood in the queue before the undo and stands after it, from 1. */
        places: { before: number | null; after: number | null };
        out: boolean;
      }
    >
  | Seen<
      'verdictChanged',
      Scored & {
        verdict: number;
        questionId: QuestionId;
        playerId: UserId;
        correct: boolean;
        reason: string;
        answeredBy: { id: UserId; name: string } | null;
      }
    >
  | Seen<'scoreChanged', Scored & { playerId: UserId; reason: string }>
  | Seen<'playerNameSet', { playerId: UserId; name: string }>
  | Seen<'playerRemoved', Gone>
  | Seen<'playerBanned', Gone>
  | Seen<'seatRequested', Omit<SeatRequestView, 'at'>>
  | Seen<'seatRequestEnded', { playerId: UserId; lapsed: boolean }>
  | Seen<'seatRefused', { playerId: UserId; seat: number }>
  | Seen<'seatGiven', { from: UserId; to: UserId }>
  | Seen<'gameFollowed', { next: GameId }>
  | Seen<'joiningLocked', { locked: boolean }>;

/** A score that changed by `gain`. `leader` is how its player stands now, `entering` who moved up among the leaders. */
interface Scored {
  gain: number;
  leader: Leader | null;
  entering: Leader | null;
}

/** Taken out of the game. `place` and `fill` as with `playerLeft`; `wasActive`, `wasShown`: what changed by it. */
interface Gone {
  playerId: UserId;
  name: string;
  wasActive: boolean;
  wasShown: boolean;
  place: number | null;
  fill: QueueEntry | null;
  entering: Leader | null;
}

export type ViewEvent = HiddenEvent | SeenViewEvent;
