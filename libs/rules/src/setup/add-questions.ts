import { z } from 'zod';
import { categoryOf, questionsOf } from '../board.js';
import { CATEGORIES_MAX, QUESTIONS_PER_CATEGORY_MAX } from '../constants.js';
import { command, rejected, type Emits, type EventOf, type Rejected } from '../definition.js';
import { CategoryDraft, type QuestionContent } from '../quiz.js';
import type { Category } from '../state.js';
import { cleanText } from '../texts.js';
import type { categoryAdded } from './categories.js';
import { contentOf } from './draft.js';
import type { questionAdded } from './questions.js';
import { fitOneGame } from './quiz-size.js';

export type Added = typeof categoryAdded | typeof questionAdded;

/**
 * A whole list at once, or none of it. Questions of a category that exists are added to it, and its name here is not
 * read; the others become new categories. A rejection names the category or the question that is at fault.
 */
export const addQuestions = command('addQuestions', {
  issuer: 'settings',
  fields: () => ({ categories: z.array(CategoryDraft).max(CATEGORIES_MAX) }),
  decide: ({ game, at }, { categories }): Emits<Added> => addToBoard(game, at, categories),
});

/** What adds these to a board. */
export function addToBoard(
  game: { readonly categories: readonly Category[] },
  at: number,
  categories: readonly z.infer<typeof CategoryDraft>[],
): EventOf<Added>[] | Rejected {
  const before = questionsOf(game);
  const added: QuestionContent[] = [];
  const taken = new Set<string>(before.map(({ id }) => id));
  const counts = new Map<string, number>();
  let room = CATEGORIES_MAX - game.categories.length;
  const events: EventOf<Added>[] = [];
  for (const { categoryId, name: typed, questions } of categories) {
    const existing = categoryOf(game, categoryId);
    if (existing === undefined && !counts.has(categoryId)) {
      const name = cleanText(typed);
      if (name === '') return rejected('category-name-required', { id: categoryId });
      if (room-- <= 0) return rejected('game-full', { id: categoryId });
      events.push({ type: 'categoryAdded', at, categoryId, name });
    }
    let count = counts.get(categoryId) ?? existing?.questions.length ?? 0;
    for (const { questionId, ...draft } of questions) {
      if (taken.has(questionId)) return rejected('id-taken', { id: questionId });
      if (count >= QUESTIONS_PER_CATEGORY_MAX) return rejected('game-full', { id: questionId });
      const read = contentOf(draft);
      if ('refused' in read) return rejected(read.refused, { id: questionId });
      events.push({ type: 'questionAdded', at, categoryId, questionId, content: read.content });
      taken.add(questionId);
      added.push(read.content);
      count += 1;
    }
    counts.set(categoryId, count);
  }
  return added.length === 0 || fitOneGame([...before, ...added]) ? events : rejected('quiz-too-large');
}
