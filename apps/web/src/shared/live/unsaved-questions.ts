import type { CategoryView } from '@earworm/rules';
import { boardOf } from './board-of-game.js';
import { removeStored, readStored, writeStored } from './stored.js';
import { halfTypedIn, storedQuestion, questionKey } from './stored-question.js';
import type { TypedQuestion } from './typed-question.js';

/** Half typed when its game started, so it is on no board. */
export interface UnsavedQuestion {
  readonly category: string;
  readonly typed: TypedQuestion;
}

const KEY = 'left-questions';
const KEPT = 50;

export const unsavedQuestions = (): readonly UnsavedQuestion[] => readStored<UnsavedQuestion[]>(KEY) ?? [];
export const forgetUnsavedQuestions = (): void => removeStored(KEY);

export function collectHalfTyped(categories: readonly CategoryView[]): readonly UnsavedQuestion[] {
  const halfTyped = boardOf(categories).flatMap((category) =>
    halfTypedIn(category).map((open) => ({
      category,
      key: questionKey(category, open),
      kept: storedQuestion(category, open),
    })),
  );
  if (halfTyped.length > 0) {
    const more = halfTyped.flatMap(({ category, kept: stored }) =>
      stored ? [{ category: category.name, typed: stored.typed }] : [],
    );
    writeStored(KEY, [...unsavedQuestions(), ...more].slice(-KEPT));
    for (const { key } of halfTyped) removeStored(key);
  }
  return unsavedQuestions();
}

/** A table as lists are imported. */
export const textOfUnsaved = (left: readonly UnsavedQuestion[]): string =>
  [
    ['youtubeLink', 'answer', 'youtubeSongName', 'points'],
    ...left.map(({ typed }) => [typed.youtubeLink, typed.answer, typed.youtubeSongName, String(typed.points)]),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');
