import type { CategoryView } from '@earworm/rules';
import { boardOf } from './board-of-game.js';
import { forgetKept, readKept, writeKept } from './kept.js';
import { halfTypedIn, keptIn, questionKey } from './kept-question.js';
import type { TypedQuestion } from './typed-question.js';

/** Half typed when its game started, so it is on no board. */
export interface UnsavedQuestion {
  readonly category: string;
  readonly typed: TypedQuestion;
}

const KEY = 'left-questions';
const KEPT = 50;

export const unsavedQuestions = (): readonly UnsavedQuestion[] => readKept<UnsavedQuestion[]>(KEY) ?? [];
export const forgetUnsavedQuestions = (): void => forgetKept(KEY);

export function collectHalfTyped(categories: readonly CategoryView[]): readonly UnsavedQuestion[] {
  const halfTyped = boardOf(categories).flatMap((category) =>
    halfTypedIn(category).map((open) => ({ category, key: questionKey(category, open), kept: keptIn(category, open) })),
  );
  if (halfTyped.length > 0) {
    const more = halfTyped.flatMap(({ category, kept }) =>
      kept ? [{ category: category.name, typed: kept.typed }] : [],
    );
    writeKept(KEY, [...unsavedQuestions(), ...more].slice(-KEPT));
    for (const { key } of halfTyped) forgetKept(key);
  }
  return unsavedQuestions();
}

/** As "Paste Links" reads it. */
export const textOfUnsaved = (left: readonly UnsavedQuestion[]): string =>
  left
    .map(({ typed }) => [typed.youtubeLink, typed.answer, typed.youtubeSongName, String(typed.points)].join('\t'))
    .join('\n');
