import { changed, moved, questionAdded, questionChanged, questionMoved, questionRemoved, without } from '../board.js';
import {
  type Conditions,
  isSoundReported,
  musicSet,
  musicSetByHand,
  pausedAfterWrong,
  type Playback,
  pressed,
  queueEmptied,
  settled,
  songSet,
  soundLost,
  soundSet,
  soundUnreported,
  started,
  timerSet,
  timeTrialSet,
} from '../clock.js';
import { QUEUE_SHOWN, STARTING_SCORE } from '../constants.js';
import { oldestDropped, verdictsWith } from '../corrections.js';
import { actionOf } from '../evolve.js';
import type { QuestionId, UserId } from '../ids.js';
import { requestsMoved, withoutRequest } from '../seat-requests.js';
import type { CategoryView, CurrentView, GameView, Leader, QuestionView, QueueEntry, Secret } from '../views.js';
import { rankedWith } from './leaders.js';
import { personMoved, personRenamed } from './people-in-view.js';
import type { SeenViewEvent, ViewEvent } from './view-event.js';

/**
 * The view after an event of the same kind: for every event, what `viewOf` makes of the state after it. Never throws;
 * what does not fit changes nothing.
 */
export function evolveView(view: GameView, event: ViewEvent): GameView {
  if (event.type === undefined) return view;
  return { ...applied(view, event), lastAction: actionOf(event, view.moderatorId) };
}

function applied(view: GameView, event: SeenViewEvent): GameView {
  switch (event.type) {
    case 'categoryAdded': {
      const category: CategoryView = { id: event.categoryId, name: event.name, questions: [] };
      return { ...view, categories: [...view.categories, category] };
    }
    case 'categoryRenamed':
      return { ...view, categories: changed(view.categories, event.categoryId, (c) => ({ ...c, name: event.name })) };
    case 'categoryMoved':
      return { ...view, categories: moved(view.categories, event.categoryId, event.order) };
    case 'categoryDeleted':
      return withoutLostProposal({ ...view, categories: without(view.categories, event.categoryId) });
    case 'questionAdded':
      return { ...view, categories: questionAdded(view.categories, event.categoryId, freshQuestion(event)) };
    case 'questionUpdated': {
      const change = { points: event.points, secret: event.secret };
      return withQuestion(view, event, (question) => ({ ...question, ...change }));
    }
    case 'questionMoved':
      return { ...view, categories: questionMoved(view.categories, event) };
    case 'questionDeleted':
      return withoutLostProposal({
        ...view,
        categories: questionRemoved(view.categories, event.categoryId, event.questionId),
      });
    case 'settingsChanged': {
      const current = view.current && { ...view.current, medium: event.medium };
      const set = { ...view, settings: event.settings, current, lastVerdict: null };
      return isSoundReported(set) ? set : withRound(set, event.at, soundUnreported);
    }
    case 'gameStarted': {
      const nextSelector = { id: view.moderatorId, name: view.moderatorName };
      return { ...view, status: 'playing', startedAt: event.at, nextSelector };
    }
    case 'questionSelected':
      return { ...view, current: selected(view, event), proposedQuestionId: null, lastVerdict: null };
    case 'questionProposed':
      return { ...view, proposedQuestionId: event.questionId };
    case 'proposalWithdrawn':
      return { ...view, proposedQuestionId: null };
    case 'playerBuzzed':
      return inRound(view, event.questionId, (current) => ({ ...view, current: buzzed(view, current, event) }));
    case 'answerJudged':
      return inRound(view, event.questionId, (current) => judged(view, current, event));
    case 'questionMarkedUnanswered':
      return inRound(view, event.questionId, (current) => ({
        ...withQuestion(view, current, (question) => answered(question, null, event.revealed)),
        current: null,
        lastVerdict: {
          version: event.v,
          questionId: event.questionId,
          playerId: null,
          name: null,
          correct: false,
          gain: 0,
        },
      }));
    case 'musicPaused':
      return inRound(view, event.questionId, (current) => ({
        ...view,
        current: musicSetByHand(current, event.at, event.paused, conditions(view, current.queueLength)),
      }));
    case 'songNoted':
      return inRound(view, event.questionId, (current) => ({
        ...view,
        current: songSet(current, event.at, event.lengthMs, event.heardMs),
      }));
    case 'soundNoted':
      return inRound(view, event.questionId, (current) => ({
        ...view,
        current: soundSet(current, event.at, event.sounding, conditions(view, current.queueLength)),
      }));
    case 'timerSet':
      return inRound(view, event.questionId, (current) => ({
        ...view,
        current: timerSet(current, event.at, event.running, conditions(view, current.queueLength)),
      }));
    case 'timeTrialSwitched': {
      const set = { ...view, timeTrialMode: event.on, timeTrialUpdatedAt: event.at, lastVerdict: null };
      const { current } = view;
      return { ...set, current: current && timeTrialSet(current, event.at, conditions(set, current.queueLength)) };
    }
    case 'gameCompleted':
      return {
        ...view,
        status: 'completed',
        completedAt: event.at,
        deskDisconnected: false,
        current: null,
        nextSelector: null,
        proposedQuestionId: null,
        lastVerdict: null,
        seatRequests: [],
      };
    case 'playerJoined': {
      const { playerId: id, name, seat } = event;
      const leaders = rankedWith(view.leaders, { id, seat, name, score: STARTING_SCORE, isActive: true });
      return { ...view, leaders, playerCount: view.playerCount + 1, activeCount: view.activeCount + 1 };
    }
    case 'playerRejoined': {
      const back = personRenamed(view, event.playerId, event.name);
      const leaders = changed(back.leaders, event.playerId, (leader) => ({ ...leader, isActive: true }));
      const { returned } = event;
      return {
        ...back,
        leaders: returned === null ? leaders : rankedWith(leaders, returned),
        activeCount: view.activeCount + 1,
        playerCount: view.playerCount + (returned === null ? 0 : 1),
      };
    }
    case 'playerRenamed':
    case 'playerNameSet':
      return personRenamed(view, event.playerId, event.name);
    case 'seatMoved':
      return requestsMoved(personMoved(view, event.from, event.to, event.seat?.name), event);
    case 'playerLeft':
      return left(view, event);
    case 'moderatorLeft':
      return { ...view, moderatorLeft: true };
    case 'moderatorRejoined':
      return { ...view, moderatorLeft: false };
    case 'deskDisconnected':
      return withRound({ ...view, deskDisconnected: true }, event.since, settled);
    case 'deskReconnected':
      return withRound({ ...view, deskDisconnected: false }, event.at, settled);
    case 'musicDeskSet':
      return withRound({ ...view, musicDesk: event.deskId }, event.at, soundLost);
    case 'musicDeskLost':
      return withRound({ ...view, musicDesk: null }, event.since, soundLost);
    case 'moderatorMoved':
      return moderatorMoved(view, event.from, event.to);
    case 'verdictUndone':
      return undone(view, event);
    case 'verdictChanged':
      return verdictChanged(view, event);
    case 'scoreChanged':
      return { ...view, leaders: scored(view, event) };
    case 'playerRemoved':
    case 'playerBanned':
      return removed(view, event);
    case 'seatRequested': {
      const { v: _v, type: _type, ...request } = event;
      return { ...view, seatRequests: [...withoutRequest(view.seatRequests, event.playerId), request] };
    }
    case 'seatRequestEnded':
    case 'seatRefused':
      return { ...view, seatRequests: withoutRequest(view.seatRequests, event.playerId) };
    case 'seatGiven':
      return { ...view, seatRequests: withoutRequest(view.seatRequests, event.to) };
    case 'gameFollowed':
      return view.status === 'completed' ? { ...view, next: view.next ?? event.next } : view;
    case 'joiningLocked':
      return { ...view, joiningLocked: event.locked };
    default: {
      const unknown: never = event;
      return unknown ?? view;
    }
  }
}

type Change = <T extends Playback>(playback: T, at: number, conditions: Conditions) => T;

const withRound = (view: GameView, at: number, change: Change): GameView => ({
  ...view,
  current: view.current && change(view.current, at, conditions(view, view.current.queueLength)),
});

const conditions = (
  { timeTrialMode, deskDisconnected }: Pick<GameView, 'timeTrialMode' | 'deskDisconnected'>,
  queueLength: number,
): Conditions => ({ timeTrial: timeTrialMode, queueLength, deskDisconnected });

function moderatorMoved(view: GameView, from: UserId, to: UserId): GameView {
  if (view.moderatorId !== from) return view;
  const { nextSelector } = view;
  return {
    ...view,
    moderatorId: to,
    nextSelector: nextSelector?.id === from ? { ...nextSelector, id: to } : nextSelector,
  };
}

const scored = (
  { leaders }: GameView,
  { leader, entering }: { readonly leader: Leader | null; readonly entering: Leader | null },
): readonly Leader[] => rankedWith(leaders, ...[leader, entering].filter((one) => one !== null));

function undone(view: GameView, event: SeenViewEvent & { type: 'verdictUndone' }): GameView {
  const open = { answered: false, answeredBy: null, answeredByName: null, answeredCorrectly: false };
  const opened = withQuestion(view, event, (question) => ({
    ...question,
    ...open,
    secret: event.secret,
    verdicts: question.verdicts && question.verdicts.filter(({ version }) => version !== event.verdict),
  }));
  const { current, nextSelector } = event;
  const leaders = scored(view, event);
  return { ...opened, leaders, current, nextSelector, proposedQuestionId: null, lastVerdict: null };
}

const withoutLostProposal = (view: GameView): GameView =>
  view.categories.some(({ questions }) => questions.some(({ id }) => id === view.proposedQuestionId))
    ? view
    : { ...view, proposedQuestionId: null };

function verdictChanged(view: GameView, event: SeenViewEvent & { type: 'verdictChanged' }): GameView {
  const { answeredBy: by, questionId } = event;
  const change = { answeredBy: by?.id ?? null, answeredByName: by?.name ?? null, answeredCorrectly: by !== null };
  const categories = view.categories.map((category) => ({
    ...category,
    questions: changed(category.questions, questionId, (question) => ({
      ...question,
      ...change,
      verdicts: question.verdicts && verdictsWith(question.verdicts, event),
    })),
  }));
  const lastVerdict = view.lastVerdict?.version === event.verdict ? null : view.lastVerdict;
  return { ...view, categories, leaders: scored(view, event), lastVerdict };
}

function removed(view: GameView, event: SeenViewEvent & { type: 'playerRemoved' | 'playerBanned' }): GameView {
  const gone = event.wasActive ? left(view, event) : view;
  if (!event.wasShown) return gone;
  const others = without(gone.leaders, event.playerId);
  const leaders = event.entering === null ? others : rankedWith(others, event.entering);
  return { ...gone, leaders, playerCount: gone.playerCount - 1 };
}

const freshQuestion = (event: SeenViewEvent & { type: 'questionAdded' }): QuestionView => ({
  id: event.questionId,
  points: event.points,
  answered: false,
  answeredBy: null,
  answeredByName: null,
  answeredCorrectly: false,
  secret: event.secret,
  // The full view alone is sent the secret, and shows verdicts.
  verdicts: event.secret === null ? null : [],
});

const selected = (view: GameView, event: SeenViewEvent & { type: 'questionSelected' }): CurrentView => ({
  ...settled(started(event.at, isSoundReported(view)), event.at, conditions(view, 0)),
  categoryId: event.categoryId,
  questionId: event.questionId,
  queue: [],
  queueLength: 0,
  medium: event.medium,
  attemptedBy: event.attemptedBy,
});

function buzzed(view: GameView, current: CurrentView, event: SeenViewEvent & { type: 'playerBuzzed' }): CurrentView {
  const { playerId, name, at, place } = event;
  const { queue, attemptedBy } = current;
  return {
    ...pressed(current, at, conditions(view, current.queueLength + 1), event.elapsedSeconds),
    queue: queue.length < QUEUE_SHOWN ? [...queue, { playerId, name, at }] : queue,
    queueLength: place,
    attemptedBy: attemptedBy === null || attemptedBy.includes(playerId) ? attemptedBy : [...attemptedBy, playerId],
  };
}

function judged(view: GameView, current: CurrentView, event: SeenViewEvent & { type: 'answerJudged' }): GameView {
  const { playerId: id, name, seat, score, correct, gain, v: version, at } = event;
  const now = { id, seat, name, score, isActive: true };
  const leaders = rankedWith(view.leaders, now, ...(event.entering === null ? [] : [event.entering]));
  const lastVerdict = { version, questionId: event.questionId, playerId: id, name, correct, gain };
  const judgedView = withQuestion(view, current, (question) => ({
    ...question,
    verdicts: question.verdicts && [...question.verdicts, { version, playerId: id, name, correct, gain }],
  }));
  const noted = { ...judgedView, categories: oldestDropped(judgedView.categories) };
  if (event.correct) {
    const by = { id, name };
    const done = withQuestion(noted, current, (question) => answered(question, by, event.revealed));
    return { ...done, leaders, current: null, nextSelector: by, lastVerdict };
  }
  const isPaused = pausedAfterWrong(current, view.settings.musicAfterWrong);
  const goesOn = musicSet(current, at, isPaused, conditions(view, current.queueLength));
  return { ...noted, leaders, lastVerdict, current: outOfQueue(view, goesOn, id, 1, event.fill, at) };
}

function left(
  view: GameView,
  event: Pick<SeenViewEvent & { type: 'playerLeft' }, 'playerId' | 'place' | 'fill' | 'at'>,
): GameView {
  const { playerId, place, fill, at } = event;
  return {
    ...view,
    activeCount: view.activeCount - 1,
    leaders: changed(view.leaders, playerId, (leader) => ({ ...leader, isActive: false })),
    nextSelector: view.nextSelector?.id === playerId ? null : view.nextSelector,
    proposedQuestionId: view.nextSelector?.id === playerId ? null : view.proposedQuestionId,
    current: view.current && outOfQueue(view, view.current, playerId, place, fill, at),
  };
}

function outOfQueue(
  view: GameView,
  current: CurrentView,
  playerId: UserId,
  place: number | null,
  fill: QueueEntry | null,
  at: number,
): CurrentView {
  if (place === null) return current;
  const rest = current.queue.filter((entry) => entry.playerId !== playerId);
  const queue = fill === null ? rest : [...rest, fill];
  const queueLength = current.queueLength - 1;
  return { ...(queueLength > 0 ? current : queueEmptied(current, at, conditions(view, 0))), queue, queueLength };
}

const answered = (
  question: QuestionView,
  by: { readonly id: UserId; readonly name: string } | null,
  revealed: Secret | null,
): QuestionView => ({
  ...question,
  answered: true,
  answeredBy: by?.id ?? null,
  answeredByName: by?.name ?? null,
  answeredCorrectly: by !== null,
  secret: revealed ?? question.secret,
});

const withQuestion = (
  view: GameView,
  where: Pick<CurrentView, 'categoryId' | 'questionId'>,
  change: (question: QuestionView) => QuestionView,
): GameView => ({ ...view, categories: questionChanged(view.categories, where.categoryId, where.questionId, change) });

const inRound = (view: GameView, questionId: QuestionId, change: (current: CurrentView) => GameView): GameView =>
  view.current?.questionId === questionId ? change(view.current) : view;
