import type { ClientState } from '@earworm/client';
import {
  elapsedSeconds,
  gainFor,
  type CategoryView,
  type CurrentView,
  type GameView,
  type Leader,
  type OwnSeat,
  type QuestionView,
  ranksOf,
} from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';

export interface RoundQuestion {
  readonly category: CategoryView;
  readonly question: QuestionView;
}

export function findQuestion(view: GameView, questionId: string): RoundQuestion | null {
  for (const category of view.categories) {
    const question = category.questions.find((one) => one.id === questionId);
    if (question) return { category, question };
  }
  return null;
}

export const currentQuestion = (view: GameView): RoundQuestion | null =>
  view.current && findQuestion(view, view.current.questionId);

/** Neither music nor game is paused, and there is a desk. */
export const isPlaying = (
  view: Pick<GameView, 'deskDisconnected' | 'paused'>,
  current: Pick<CurrentView, 'musicPaused'>,
): boolean => !current.musicPaused && !view.deskDisconnected && view.paused === undefined;

type Round = Readonly<{
  /** From 1: the current or next round; at the end the last one. */
  number: number;
  played: number;
  total: number;
}>;

export function roundOf(view: GameView): Round {
  const questions = view.categories.flatMap((category) => category.questions);
  const [total, played] = [questions.length, questions.filter((question) => question.answered).length];
  return { number: Math.max(1, Math.min(played + 1, total)), played, total };
}

/** Null when no question is left. */
export function nextPicker(view: GameView): string | null {
  const { played, total } = roundOf(view);
  const isLast = total > 0 && played + (view.current ? 1 : 0) === total;
  if (isLast) return null;
  const team = view.teams?.find(({ number }) => number === view.nextTeam);
  return team?.name ?? view.nextSelector?.name ?? view.moderatorName;
}

/** Whether it is this player's turn to pick: as captain of a team, or as any member of one that has none. */
export function isTurnOf({ nextTeam, nextSelector, teams }: GameView, seat: OwnSeat): boolean {
  if (nextTeam === undefined) return nextSelector?.id === seat.id;
  const captain = teams?.find(({ number }) => number === nextTeam)?.captain;
  return nextTeam === seat.team && (captain ?? seat.id) === seat.id;
}

export function proposalOf(view: GameView): Readonly<{ category: string; points: string }> | null {
  const proposed = view.proposedQuestionId && findQuestion(view, view.proposedQuestionId);
  return proposed && { category: proposed.category.name, points: figure(proposed.question.points) };
}

/** Of a verdict on the first in the queue; with time trial it shrinks every second. */
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

/** Frozen during an answer. `now` is server time, ms. */
function secondsCounted({ current, timeTrialMode }: GameView, now: number): number | null {
  if (!timeTrialMode || !current) return null;
  return current.queueLength > 0 ? current.timeTrialElapsedSeconds : elapsedSeconds(current, now);
}

/** The first three, the winner in the middle; `step` is 1 for the winner, also where ranks are shared. */
export function podiumSteps(leaders: readonly Leader[]) {
  const ranks = ranksOf(leaders);
  return [1, 0, 2].flatMap((at) => {
    const leader = leaders[at];
    return leader ? [{ leader, step: at + 1, rank: ranks[at] }] : [];
  });
}

/** How many of the active players are connected; who has the page open without a seat is none. */
export function onlinePlayers({ leaders, activeCount }: GameView, presence: ClientState['presence']): number | null {
  if (presence === null) return null;
  const { online, users } = presence;
  const active = leaders.filter(({ isActive }) => isActive);
  const areAllKnown = users?.length === online && active.length === activeCount;
  return areAllKnown ? active.filter(({ id }) => users.includes(id)).length : Math.min(online, activeCount);
}
