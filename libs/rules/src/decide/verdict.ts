import type { Command } from '../commands.js';
import { gainFor } from '../points.js';
import { playerOf } from '../players.js';
import { type CurrentQuestion, type Game, type Question } from '../state.js';
import { accepted, rejected, type Decision, type Turn } from './decision.js';

/** Only the first in the queue can be judged. */
export function judge({ game, at }: Turn, command: Command & { type: 'judgeAnswer' }): Decision {
  const { questionId, playerId, correct } = command;
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('invalid-judge-state');
  if (current.questionId !== questionId) return rejected('question-not-current');
  const question = currentQuestion(game, current);
  if (question === null) return rejected('question-not-found', { id: questionId });
  if (playerOf(game, playerId) === null || current.answerQueue[0]?.playerId !== playerId) {
    return rejected('invalid-judge-state');
  }
  const gain = gainFor({ correct, points: question.points, elapsedSeconds: current.timeTrialElapsedSeconds });
  return accepted({ type: 'answerJudged', at, questionId, playerId, correct, gain });
}

export function markUnanswered({ game, at }: Turn, { questionId }: Command & { type: 'markUnanswered' }): Decision {
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question-to-mark');
  if (current.questionId !== questionId) return rejected('question-not-current');
  return accepted({ type: 'questionMarkedUnanswered', at, questionId });
}

const currentQuestion = (game: Game, { categoryId, questionId }: CurrentQuestion): Question | null =>
  game.categories.find(({ id }) => id === categoryId)?.questions.find(({ id }) => id === questionId) ?? null;
