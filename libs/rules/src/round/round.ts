import { rejected, type Rejected } from '../definition.js';
import type { QuestionId } from '../ids.js';
import type { CurrentQuestion, Game } from '../state.js';

/** The round of this question while it may go on, or why it may not. */
export function roundGoingOn(game: Game, questionId: QuestionId): CurrentQuestion | Rejected {
  const round = roundOn(game, questionId);
  return 'rejection' in round || game.paused === undefined ? round : rejected('paused');
}

/** The round of this question, or why there is none. */
export function roundOn(game: Game, questionId: QuestionId): CurrentQuestion | Rejected {
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question');
  return current.questionId === questionId ? current : rejected('question-not-current');
}
