import {
  elapsedSeconds,
  gainFor,
  type CategoryView,
  type CurrentView,
  type GameView,
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

/** The music is neither paused nor without a desk. */
export const isPlaying = (
  view: Pick<GameView, 'deskDisconnected'>,
  current: Pick<CurrentView, 'musicPaused'>,
): boolean => !current.musicPaused && !view.deskDisconnected;

/** Rounds count questions: those played, and the one being played or about to be the first. */
export function roundOf(view: GameView): { readonly number: number; readonly played: number; readonly total: number } {
  const questions = view.categories.flatMap((category) => category.questions);
  const played = questions.filter((question) => question.answered).length;
  return { number: Math.max(1, played + (view.current ? 1 : 0)), played, total: questions.length };
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
