import { categoryOf } from '../board.js';
import { rejected, type Outcome, type Rejected } from '../definition.js';
import type { QuestionPlace } from '../board.js';
import type { Game, Question } from '../state.js';

/** The outcome of an edit of this question, if it may be edited. */
export function editing<E>(game: Game, where: QuestionPlace, edit: (question: Question) => Outcome<E>): Outcome<E> {
  const category = categoryOf(game, where.categoryId);
  if (category === undefined) return rejected('category-not-found', { id: where.categoryId });
  const question = category.questions.find(({ id }) => id === where.questionId);
  if (question === undefined) return rejected('question-not-found', { id: where.questionId });
  return whyFixed(game, question) ?? edit(question);
}

/** What is being played or has been does not change; null when the question may still change. */
export function whyFixed(game: Game, question: Question): Rejected | null {
  if (game.status === 'playing' && game.current?.questionId === question.id) return rejected('question-in-play');
  return question.answered ? rejected('question-already-answered') : null;
}

/** `basedOn`: the version that the edit was made on. */
export const isStale = (thing: { readonly changedAtVersion: number }, basedOn: number | undefined): boolean =>
  basedOn !== undefined && basedOn < thing.changedAtVersion;
