import type { CategoryId, QuestionId } from './ids.js';
import type { Category, CurrentQuestion, Game, Question } from './state.js';
import type { GameView, QuestionView } from './views.js';

interface Row<Q> {
  readonly id: CategoryId;
  readonly questions: readonly Q[];
}

/** The list with the one item of this id changed; the very same list when there is none. */
export function changed<T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  change: (item: T) => T,
): readonly T[] {
  const index = list.findIndex((item) => item.id === id);
  const item = list[index];
  return item === undefined ? list : list.with(index, change(item));
}

export const without = <T extends { readonly id: string }>(list: readonly T[], id: string): readonly T[] =>
  list.filter((item) => item.id !== id);

/** The list with one item at another index, counted after it was taken out. */
export function moved<T extends { readonly id: string }>(list: readonly T[], id: string, order: number): readonly T[] {
  const item = list.find((one) => one.id === id);
  return item === undefined ? list : without(list, id).toSpliced(order, 0, item);
}

export const withQuestionAdded = <Q, C extends Row<Q>>(
  categories: readonly C[],
  categoryId: CategoryId,
  question: Q,
): readonly C[] => changed(categories, categoryId, (c) => ({ ...c, questions: [...c.questions, question] }));

const questionChanged = <Q extends { readonly id: QuestionId }, C extends Row<Q>>(
  categories: readonly C[],
  categoryId: CategoryId,
  questionId: QuestionId,
  change: (question: Q) => Q,
): readonly C[] =>
  changed(categories, categoryId, (c) => ({ ...c, questions: changed(c.questions, questionId, change) }));

interface Move {
  readonly categoryId: CategoryId;
  readonly questionId: QuestionId;
  readonly toCategoryId: CategoryId;
  readonly order: number;
}

/** The question at index `order` of `toCategoryId`, which may be the category it was in; nothing when either is missing. */
export function withQuestionMoved<Q extends { readonly id: QuestionId }, C extends Row<Q>>(
  categories: readonly C[],
  { categoryId, questionId, toCategoryId, order }: Move,
): readonly C[] {
  const question = categories.find(({ id }) => id === categoryId)?.questions.find(({ id }) => id === questionId);
  if (question === undefined || !categories.some(({ id }) => id === toCategoryId)) return categories;
  return changed(questionRemoved(categories, categoryId, questionId), toCategoryId, (c) => ({
    ...c,
    questions: c.questions.toSpliced(order, 0, question),
  }));
}

export const questionRemoved = <Q extends { readonly id: QuestionId }, C extends Row<Q>>(
  categories: readonly C[],
  categoryId: CategoryId,
  questionId: QuestionId,
): readonly C[] => changed(categories, categoryId, (c) => ({ ...c, questions: without(c.questions, questionId) }));

/** The game, or its view, without a proposal whose question is no longer on the board. */
export function withoutLostProposal<G extends Game | GameView>(game: G): G {
  const proposed = 'proposedQuestionId' in game ? game.proposedQuestionId : null;
  if (proposed === null || game.categories.some(({ questions }) => questions.some(({ id }) => id === proposed)))
    return game;
  return { ...game, proposedQuestionId: null };
}

export const categoryOf = ({ categories }: Pick<Game, 'categories'>, id: CategoryId): Category | undefined =>
  categories.find((category) => category.id === id);

export const questionsOf = ({ categories }: Pick<Game, 'categories'>): readonly Question[] =>
  categories.flatMap(({ questions }) => questions);

export type QuestionPlace = Pick<CurrentQuestion, 'categoryId' | 'questionId'>;

export const questionAt = (game: Game, { categoryId, questionId }: QuestionPlace): Question | null =>
  categoryOf(game, categoryId)?.questions.find(({ id }) => id === questionId) ?? null;

export const withQuestion = <G extends Game>(
  game: G,
  { categoryId, questionId }: QuestionPlace,
  change: (question: Question) => Question,
): G => ({ ...game, categories: questionChanged(game.categories, categoryId, questionId, change) });

export const withQuestionView = (
  view: GameView,
  { categoryId, questionId }: QuestionPlace,
  change: (question: QuestionView) => QuestionView,
): GameView => ({ ...view, categories: questionChanged(view.categories, categoryId, questionId, change) });
