import { newId } from '@earworm/client';
import type { CategoryView, QuestionId, QuestionView } from '@earworm/rules';
import { forgetKept, keptKeys, readKept } from './kept.js';
import { isTypedIn, type TypedQuestion } from './typed-question.js';

/** The question that a form edits, or a new one. */
export type Open = QuestionId | 'new';

/** A question that is being typed. */
export interface KeptQuestion {
  readonly open: Open;
  readonly questionId: QuestionId;
  /** The game's version when the form was opened. */
  readonly basedOn: number;
  readonly typed: TypedQuestion;
}

/** One id per form: sent twice, it is still one question. */
export const newQuestionId = (): QuestionId => newId() as QuestionId;

const prefixOf = ({ id }: CategoryView) => `question.${id}.`;
export const questionKey = (category: CategoryView, open: Open) => prefixOf(category) + open;

/**
 * The question whose id the form for a new one holds: saved by a page that was gone before the answer came, or by
 * another tab that was made of this one.
 */
export const savedMeanwhile = (
  { questions }: CategoryView,
  { open, questionId }: KeptQuestion,
): QuestionView | undefined => (open === 'new' ? questions.find(({ id }) => id === questionId) : undefined);

/** What is half typed in that form of the category, unless it was saved meanwhile. */
export function keptIn(category: CategoryView, open: Open): KeptQuestion | null {
  const key = questionKey(category, open);
  const kept = readKept<KeptQuestion>(key);
  const saved = kept && savedMeanwhile(category, kept);
  if (!kept || !saved) return kept;
  if (!isTypedIn(saved, kept.typed)) return { ...kept, questionId: newQuestionId() };
  forgetKept(key);
  return null;
}

/** The forms of the category in which something is half typed, also of a question that was deleted meanwhile. */
export const halfTypedIn = (category: CategoryView): readonly Open[] =>
  keptKeys(prefixOf(category))
    .map((key) => key.slice(prefixOf(category).length) as Open)
    .filter((open) => keptIn(category, open) !== null);
