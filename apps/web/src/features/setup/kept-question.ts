import type { CategoryView, QuestionId } from '@earworm/rules';
import { useEffect, useRef } from 'react';
import type { TypedQuestion } from './typed-question.js';

/** A question that is being typed, one a category. */
export interface KeptQuestion {
  /** The question that is edited, or a new one. */
  readonly open: QuestionId | 'new';
  readonly questionId: QuestionId;
  /** The game's version when the form was opened. */
  readonly basedOn: number;
  readonly typed: TypedQuestion;
}

const keyOf = ({ id }: CategoryView) => `earworm.question.${id}`;

/** What was typed in this tab and neither saved nor cancelled: going back, or a page loaded anew, loses none of it. */
export function keptIn(category: CategoryView): KeptQuestion | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(category)) ?? 'null') as KeptQuestion | null;
    const stands = kept?.open === 'new' || category.questions.some(({ id }) => id === kept?.open);
    // Sent and answered by a page that was gone by then: it is on the board.
    const isThere = kept?.open === 'new' && category.questions.some(({ id }) => id === kept.questionId);
    return stands && !isThere ? kept : null;
  } catch {
    return null;
  }
}

/** A key must not wait for the storage. */
const KEEP_AFTER_MS = 250;

/**
 * Keeps what is typed, a moment after the last key and when the form leaves the page. What it returns forgets it: it was
 * saved or cancelled.
 */
export function useKeptQuestion(category: CategoryView, begun: KeptQuestion, typed: TypedQuestion): () => void {
  const key = keyOf(category);
  const unkept = useRef<string | null>(null);
  useEffect(() => {
    if (typed === begun.typed) return;
    unkept.current = JSON.stringify({ ...begun, typed });
    const timer = setTimeout(() => keep(key, unkept), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, begun, typed]);
  useEffect(() => {
    const now = () => keep(key, unkept);
    addEventListener('pagehide', now);
    return () => {
      removeEventListener('pagehide', now);
      now();
    };
  }, [key]);
  return () => {
    unkept.current = null;
    stored((storage) => storage.removeItem(key));
  };
}

function keep(key: string, unkept: { current: string | null }): void {
  const text = unkept.current;
  if (text !== null) stored((storage) => storage.setItem(key, text));
  unkept.current = null;
}

/** Where storage is full or switched off, the open page is all that keeps it. */
function stored(act: (storage: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // Nothing is kept.
  }
}
