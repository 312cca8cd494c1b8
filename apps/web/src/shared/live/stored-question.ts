import { newId } from '@earworm/client';
import type { CategoryId, QuestionId } from '@earworm/rules';
import type { BoardCategory, BoardQuestion } from './board.js';
import { removeStored, storedKeys, readStored } from './stored.js';
import { isTypedIn, type TypedQuestion } from './typed-question.js';

/** Several new questions have ids, except one. */
export type Open = QuestionId | 'new';

export interface StoredQuestion {
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
  { open, questionId, isNew }: StoredQuestion,
): BoardQuestion | undefined =>
  open === 'new' || isNew === true ? questions.find(({ id }) => id === questionId) : undefined;

export function storedQuestion(category: BoardCategory, open: Open): StoredQuestion | null {
  const key = questionKey(category, open);
  const stored = readStored<StoredQuestion>(key);
  const saved = stored && savedMeanwhile(category, stored);
  if (!stored || !saved) return stored;
  if (!isTypedIn(saved, stored.typed)) return { ...stored, questionId: newQuestionId() };
  removeStored(key);
  return null;
}

/** Also for questions that were deleted meanwhile. */
export const halfTypedIn = (category: BoardCategory): readonly Open[] =>
  storedKeys(prefixOf(category))
    .map((key) => key.slice(prefixOf(category).length) as Open)
    .filter((open) => storedQuestion(category, open) !== null);
