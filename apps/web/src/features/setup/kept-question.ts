import { newId } from '@earworm/client';
import type { CategoryView, QuestionId, QuestionView } from '@earworm/rules';
import { forgetKept, readKept } from './kept.js';
import { isTypedIn, type TypedQuestion } from './typed-question.js';

/** A question that is being typed, one a category. */
export interface KeptQuestion {
  /** The question that is edited, or a new one. */
  readonly open: QuestionId | 'new';
  readonly questionId: QuestionId;
  /** The game's version when the form was opened. */
  readonly basedOn: number;
  readonly typed: TypedQuestion;
}

/** One id per form: sent twice, it is still one question. */
export const newQuestionId = (): QuestionId => newId() as QuestionId;

export const questionKey = ({ id }: CategoryView) => `question.${id}`;

/**
 * The question whose id the form for a new one holds: saved by a page that was gone before the answer came, or by
 * another tab that was made of this one.
 */
export const savedMeanwhile = (
  { questions }: CategoryView,
  { open, questionId }: KeptQuestion,
): QuestionView | undefined => (open === 'new' ? questions.find(({ id }) => id === questionId) : undefined);

/** The half-typed question of a category that is still one: not saved meanwhile, and not of one that was deleted. */
export function keptIn(category: CategoryView): KeptQuestion | null {
  const key = questionKey(category);
  const kept = readKept<KeptQuestion>(key);
  if (kept === null) return null;
  const saved = savedMeanwhile(category, kept);
  if (saved !== undefined && !isTypedIn(saved, kept.typed)) return { ...kept, questionId: newQuestionId() };
  const stands = kept.open === 'new' || category.questions.some(({ id }) => id === kept.open);
  if (saved === undefined && stands) return kept;
  forgetKept(key);
  return null;
}
