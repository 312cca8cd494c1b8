import { newId } from '@earworm/client';
import type { CategoryId, QuestionId } from '@earworm/rules';
import type { BoardCategory, BoardQuestion } from './board.js';
import { forgetKept, keptKeys, readKept, writeKept } from './kept.js';
import { isTypedIn, type TypedQuestion } from './typed-question.js';

/** The question that a form edits, or a new one. Of several new ones each but one has its own id. */
export type Open = QuestionId | 'new';

/** A question that is being typed. */
export interface KeptQuestion {
  readonly open: Open;
  readonly questionId: QuestionId;
  /** The game's version when the form was opened. */
  readonly basedOn: number;
  readonly typed: TypedQuestion;
  /** It was never on the board, although `open` is an id. */
  readonly isNew?: boolean;
}

/** One id per form: sent twice, it is still one question. */
export const newQuestionId = (): QuestionId => newId() as QuestionId;

type Place = { readonly id: CategoryId };
const prefixOf = ({ id }: Place) => `question.${id}.`;
export const questionKey = (category: Place, open: Open) => prefixOf(category) + open;

/**
 * The question whose id the form for a new one holds: saved by a page that was gone before the answer came, or by
 * another tab that was made of this one.
 */
export const savedMeanwhile = (
  { questions }: BoardCategory,
  { open, questionId, isNew }: KeptQuestion,
): BoardQuestion | undefined =>
  open === 'new' || isNew === true ? questions.find(({ id }) => id === questionId) : undefined;

/** What is half typed in that form of the category, unless it was saved meanwhile. */
export function keptIn(category: BoardCategory, open: Open): KeptQuestion | null {
  const key = questionKey(category, open);
  const kept = readKept<KeptQuestion>(key);
  const saved = kept && savedMeanwhile(category, kept);
  if (!kept || !saved) return kept;
  if (!isTypedIn(saved, kept.typed)) return { ...kept, questionId: newQuestionId() };
  forgetKept(key);
  return null;
}

/** The forms of the category in which something is half typed, also of a question that was deleted meanwhile. */
export const halfTypedIn = (category: BoardCategory): readonly Open[] =>
  keptKeys(prefixOf(category))
    .map((key) => key.slice(prefixOf(category).length) as Open)
    .filter((open) => keptIn(category, open) !== null);

/** Keeps new questions as half typed, each to be opened in a form of its own; what they are opened by. */
export const keepNew = (category: Place, typed: readonly TypedQuestion[], basedOn: number): readonly Open[] =>
  typed.map((one) => {
    const questionId = newQuestionId();
    const kept: KeptQuestion = { open: questionId, questionId, basedOn, typed: one, isNew: true };
    writeKept(questionKey(category, questionId), kept);
    return questionId;
  });
