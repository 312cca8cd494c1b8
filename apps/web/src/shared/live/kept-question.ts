import { newId } from '@earworm/client';
import type { CategoryId, QuestionId } from '@earworm/rules';
import type { BoardCategory, BoardQuestion } from './board.js';
import { forgetKept, keptKeys, readKept, writeKept } from './kept.js';
import { isTypedIn, type TypedQuestion } from './typed-question.js';

/** Several new questions have ids, except one. */
export type Open = QuestionId | 'new';

export interface KeptQuestion {
  readonly open: Open;
  readonly questionId: QuestionId;
  readonly basedOn: number;
  readonly typed: TypedQuestion;
  readonly isNew?: boolean;
}

/** One id per form: sent twice, it is still one question. */
export const newQuestionId = (): QuestionId => newId() as QuestionId;

type Place = { readonly id: CategoryId };
const prefixOf = ({ id }: Place) => `question.${id}.`;
export const questionKey = (category: Place, open: Open) => prefixOf(category) + open;

/** Saved by a page that was closed before the answer arrived, or by a duplicated tab. */
export const savedMeanwhile = (
  { questions }: BoardCategory,
  { open, questionId, isNew }: KeptQuestion,
): BoardQuestion | undefined =>
  open === 'new' || isNew === true ? questions.find(({ id }) => id === questionId) : undefined;

export function keptIn(category: BoardCategory, open: Open): KeptQuestion | null {
  const key = questionKey(category, open);
  const kept = readKept<KeptQuestion>(key);
  const saved = kept && savedMeanwhile(category, kept);
  if (!kept || !saved) return kept;
  if (!isTypedIn(saved, kept.typed)) return { ...kept, questionId: newQuestionId() };
  forgetKept(key);
  return null;
}

/** Also for questions that were deleted meanwhile. */
export const halfTypedIn = (category: BoardCategory): readonly Open[] =>
  keptKeys(prefixOf(category))
    .map((key) => key.slice(prefixOf(category).length) as Open)
    .filter((open) => keptIn(category, open) !== null);

export const keepNew = (category: Place, typed: readonly TypedQuestion[], basedOn: number): readonly Open[] =>
  typed.map((one) => {
    const questionId = newQuestionId();
    const kept: KeptQuestion = { open: questionId, questionId, basedOn, typed: one, isNew: true };
    writeKept(questionKey(category, questionId), kept);
    return questionId;
  });
