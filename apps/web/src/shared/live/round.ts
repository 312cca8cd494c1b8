import {
  elapsedSeconds,
  gainFor,
  type CategoryView,
  type CurrentView,
  type GameView,
  type QuestionView,
} from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';

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

/** The music is neither paused nor without a desk. */
export const isPlaying = (
  view: Pick<GameView, 'deskDisconnected'>,
  current: Pick<CurrentView, 'musicPaused'>,
): boolean => !current.musicPaused && !view.deskDisconnected;

type Round = Readonly<{
  /** From 1: the round being played, or the one that the next question begins; at the end the last. */
  number: number;
  played: number;
  total: number;
}>;

/** Rounds count questions. */
export function roundOf(view: GameView): Round {
  const questions = view.categories.flatMap((category) => category.questions);
  const [total, played] = [questions.length, questions.filter((question) => question.answered).length];
  return { number: Math.max(1, Math.min(played + 1, total)), played, total };
}

/** Who picks the next question; null when none is left to pick. */
export function nextPicker(view: GameView): string | null {
  const { played, total } = roundOf(view);
  const isLast = total > 0 && played + (view.current ? 1 : 0) === total;
  return isLast ? null : (view.nextSelector?.name ?? view.moderatorName);
}

/** What the player who picks would like to play, as the texts want it; null when that is nothing. */
export function proposalOf(view: GameView): Readonly<{ category: string; points: string }> | null {
  const proposed = view.proposedQuestionId && findQuestion(view, view.proposedQuestionId);
  return proposed && { category: proposed.category.name, points: figure(proposed.question.points) };
}

/** What a verdict on the first in line would change their score by, in time trial less with every second. */
export function gainsNow(
  view: GameView,
  points: number,
  now: number,
): { readonly right: number; readonly wrong: number } {
  return {
    right: gainFor({ correct: true, points, elapsedSeconds: secondsCounted(view, now) }),
    wrong: gainFor({ correct: false, points, elapsedSeconds: null }),
  };
}

/** The seconds that time trial counts: frozen while somebody answers. `now` is server time, ms. */
function secondsCounted({ current, timeTrialMode }: GameView, now: number): number | null {
  if (!timeTrialMode || !current) return null;
  return current.queueLength > 0 ? current.timeTrialElapsedSeconds : elapsedSeconds(current, now);
}
