import { QUEUE_SHOWN } from '../constants.js';
import type { GameEvent } from '../events.js';
import type { QuestionId, UserId } from '../ids.js';
import { playerOf } from '../players.js';
import { type CurrentQuestion, type Game, type GameState } from '../state.js';
import type { Leader, QueueEntry, Secret, ViewKind } from '../views.js';
import { enteringLeader, leaderOf } from './leaders.js';
import type { ViewEvent } from './view-event.js';
import {
  audibleMedium,
  currentView,
  isOut,
  named,
  nameOf,
  placeIn,
  questionOf,
  queueEntry,
  seatOf,
  secretOf,
} from './view-of.js';

const SHOWN_BY_KIND: ReadonlySet<GameEvent['type']> = new Set([
  'questionAdded',
  'questionUpdated',
  'settingsChanged',
  'questionSelected',
  'verdictUndone',
] satisfies GameEvent['type'][]);

/** True when every kind of view gets the very same of this event, as of nearly all: then it is made once. */
export const isShownAlike = (event: GameEvent): boolean => !SHOWN_BY_KIND.has(event.type);

/**
 * An event as one kind of view gets it; `version` is the one that it made. Given `before` and `after`, so that a view
 * can go on without knowing what it may not: who moves up in the queue, what an answered question was.
 */
export function viewEventOf(
  before: GameState,
  event: GameEvent,
  after: Game,
  kind: ViewKind,
  version: number,
): ViewEvent {
  const v = version;
  // Nobody has a view of the game before it was created.
  if (before.status === 'none') return { v };
  const round = currentOf(before);
  switch (event.type) {
    case 'gameCreated':
    case 'owned':
      return { v };
    case 'categoryAdded':
    case 'categoryRenamed':
    case 'categoryMoved':
    case 'categoryDeleted':
    case 'questionMoved':
    case 'questionDeleted':
    case 'gameStarted':
    case 'questionProposed':
    case 'proposalWithdrawn':
    case 'musicPaused':
    case 'songNoted':
    case 'timeTrialSwitched':
    case 'gameCompleted':
    case 'playerRenamed':
    case 'playerNameSet':
    case 'joiningLocked':
    case 'gameFollowed':
    case 'seatRequestEnded':
    case 'seatRefused':
    case 'moderatorLeft':
    case 'moderatorRejoined':
    case 'deskDisconnected':
    case 'deskReconnected':
    case 'musicDeskSet':
    case 'musicDeskLost':
    case 'soundNoted':
    case 'timerSet':
    case 'moderatorMoved':
      return { v, ...event };
    case 'questionAdded':
    case 'questionUpdated': {
      const { content, ...rest } = event;
      return { v, ...rest, points: content.points, secret: kind === 'full' ? secretOf(content) : null };
    }
    case 'settingsChanged':
      return { v, ...event, medium: heard(after, currentOf(after), kind) };
    case 'questionSelected':
      return {
        v,
        ...event,
        medium: heard(after, event, kind),
        attemptedBy: kind === 'full' ? (questionOf(after, event)?.attemptedBy ?? []) : null,
      };
    case 'playerBuzzed': {
      const place = currentOf(after)?.answerQueue.length ?? 0;
      return { v, ...event, name: nameOf(after, event.playerId), place };
    }
    case 'answerJudged': {
      const player = playerOf(after, event.playerId);
      return {
        v,
        ...event,
        name: player?.name ?? '',
        seat: player?.seat ?? 0,
        score: player?.score ?? 0,
        out: isOut(after, event.playerId),
        revealed: event.correct ? revealed(before, round, event.questionId) : null,
        fill: event.correct ? null : filling(before, after, event.playerId),
        entering: event.gain < 0 ? enteringLeader(before, after, event.playerId) : null,
      };
    }
    case 'questionMarkedUnanswered':
      return { v, ...event, revealed: revealed(before, round, event.questionId) };
    case 'playerJoined': {
      const { type, at, playerId, name } = event;
      return { v, type, at, playerId, name, seat: playerOf(after, playerId)?.seat ?? 0 };
    }
    case 'playerRejoined': {
      const { type, at, playerId, name } = event;
      const wasRemoved = playerOf(before, playerId)?.removed != null;
      return { v, type, at, playerId, name, returned: wasRemoved ? shownLeader(after, playerId) : null };
    }
    case 'seatMoved':
      return { v, ...event, seat: seatOf(after, event.to) };
    case 'seatRequested': {
      const { seatHash: _seatHash, deviceHash: _deviceHash, ...seen } = event;
      return { v, ...seen };
    }
    case 'seatGiven': {
      const { type, at, from, to } = event;
      return { v, type, at, from, to };
    }
    case 'playerLeft':
      return { v, ...event, ...queueWithout(before, after, event.playerId) };
    case 'verdictUndone':
      return undone(before, event, after, kind, v);
    case 'verdictChanged': {
      const by = questionIn(after, event.questionId)?.answeredBy ?? null;
      const answeredBy = by === null ? null : { id: by, name: nameOf(after, by) };
      return { v, ...event, ...scored(before, event, after), answeredBy };
    }
    case 'scoreChanged':
      return { v, ...event, ...scored(before, event, after) };
    case 'playerRemoved':
    case 'playerBanned': {
      const { playerId } = event;
      const player = playerOf(before, playerId);
      return {
        v,
        ...event,
        name: player?.name ?? '',
        wasActive: player?.isActive === true,
        wasShown: player?.removed === null,
        ...queueWithout(before, after, playerId),
        entering: enteringLeader(before, after, playerId),
      };
    }
    default: {
      const unknown: never = event;
      return unknown ?? { v };
    }
  }
}

const currentOf = (game: Game): CurrentQuestion | null => (game.status === 'playing' ? game.current : null);

function heard(game: Game, where: Pick<CurrentQuestion, 'categoryId' | 'questionId'> | null, kind: ViewKind) {
  const question = where && questionOf(game, where);
  return question && audibleMedium(question.medium, kind, game.settings);
}

function revealed(game: Game, round: CurrentQuestion | null, questionId: QuestionId): Secret | null {
  const question = round?.questionId === questionId ? questionOf(game, round) : null;
  return question && secretOf(question);
}

function undone(
  before: Game,
  event: GameEvent & { type: 'verdictUndone' },
  after: Game,
  kind: ViewKind,
  v: number,
): ViewEvent {
  const { playerId } = event;
  const round = currentOf(after);
  const question = round && questionOf(after, round);
  if (after.status !== 'playing' || round === null || question === null) return { v };
  return {
    v,
    ...event,
    categoryId: round.categoryId,
    ...(playerId === null ? { leader: null, entering: null } : scored(before, { ...event, playerId }, after)),
    secret: kind === 'full' ? secretOf(question) : null,
    current: currentView(after, round, kind),
    nextSelector: named(after, after.nextSelectorId),
    ended: currentOf(before) === null,
    places: {
      before: playerId === null ? null : placeOf(currentOf(before), playerId),
      after: playerId === null ? null : placeOf(round, playerId),
    },
    out: playerId !== null && isOut(after, playerId),
  };
}

const scored = (
  before: Game,
  { playerId, gain }: { readonly playerId: UserId; readonly gain: number },
  after: Game,
) => ({
  leader: shownLeader(after, playerId),
  entering: gain < 0 ? enteringLeader(before, after, playerId) : null,
});

function shownLeader(game: Game, playerId: UserId): Leader | null {
  const player = playerOf(game, playerId);
  return player?.removed === null ? leaderOf(player) : null;
}

const questionIn = (game: Game, questionId: QuestionId) =>
  game.categories.flatMap(({ questions }) => questions).find(({ id }) => id === questionId);

const queueWithout = (before: Game, after: Game, playerId: UserId) => ({
  place: placeOf(currentOf(before) ?? roundToUndo(before), playerId),
  fill: filling(before, after, playerId),
});

const roundToUndo = (game: Game): CurrentQuestion | null =>
  game.status === 'playing' ? (game.lastVerdict?.round ?? null) : null;

const placeOf = (round: CurrentQuestion | null, playerId: UserId): number | null =>
  placeIn(round?.answerQueue ?? [], playerId);

/** Who comes into the shown part of the queue when this player goes out of it. */
function filling(before: Game, after: Game, playerId: UserId): QueueEntry | null {
  const place = placeOf(currentOf(before), playerId);
  const last = currentOf(after)?.answerQueue[QUEUE_SHOWN - 1];
  return place !== null && place <= QUEUE_SHOWN && last !== undefined ? queueEntry(after, last) : null;
}
