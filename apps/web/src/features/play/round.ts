import {
  TIME_TRIAL_POINTS_PER_SECOND,
  type CategoryView,
  type CurrentView,
  type GameView,
  type OwnSeat,
  type QuestionView,
} from '@earworm/rules';

export interface Asked {
  readonly category: CategoryView;
  readonly question: QuestionView;
}

/** A question on the board by its id. */
export function findQuestion(view: GameView, questionId: string): Asked | null {
  for (const category of view.categories) {
    const question = category.questions.find((one) => one.id === questionId);
    if (question) return { category, question };
  }
  return null;
}

/** The question being played. */
export const currentQuestion = (view: GameView): Asked | null =>
  view.current && findQuestion(view, view.current.questionId);

/** Rounds count questions: those played, and the one being played. */
export function roundOf(view: GameView): { readonly number: number; readonly total: number } {
  const questions = view.categories.flatMap((category) => category.questions);
  const played = questions.filter((question) => question.answered).length;
  return { number: played + (view.current ? 1 : 0), total: questions.length };
}

/** Rank from 1. Beyond the leaders shown it is the rank of the last snapshot. */
export function rankOf(view: GameView, seat: OwnSeat): number {
  const place = view.leaders.findIndex((leader) => leader.id === seat.id);
  return place >= 0 ? place + 1 : seat.rank;
}

/** Time since the question was selected without its pauses, ms. `now` is server time. */
export function elapsedMs(current: CurrentView, now: number): number {
  const until = current.timeTrialPaused && current.timeTrialPausedAt !== null ? current.timeTrialPausedAt : now;
  return Math.max(0, until - current.questionStartTime - current.pausedMs);
}

/** What a right answer is worth now: in time trial less with every second, frozen while somebody answers. */
export function pointsNow(view: GameView, points: number, now: number): number {
  const { current } = view;
  if (!view.timeTrialMode || !current) return points;
  const recorded = current.queueLength > 0 ? current.timeTrialElapsedSeconds : null;
  const seconds = recorded ?? Math.floor(elapsedMs(current, now) / 1000);
  return Math.max(0, points - TIME_TRIAL_POINTS_PER_SECOND * seconds);
}

/** What a wrong answer costs, as a positive number; the full points count, also in time trial. */
export const penaltyOf = (points: number): number => Math.floor(points / 2);
