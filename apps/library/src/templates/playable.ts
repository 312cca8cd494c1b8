import { CategoryId, contentOf, QuestionId } from '@earworm/rules';
import { inSlices } from '@earworm/projections';
import type { Category, Question } from './clean.js';

const isComplete = (question: Question): boolean => !('refused' in contentOf(question));

/** What a category is called while it has no name; `index` from 0. */
export const nameOf = (category: Pick<Category, 'name'>, index: number): string =>
  category.name === '' ? `Category ${index + 1}` : category.name;

/** How much is still to be written, and the name of the category where it begins; null when nothing is. */
export function unfinished(categories: readonly Category[]): { n: number; where: string } | null {
  const places = categories.flatMap((category, index) => {
    const open = category.questions.filter((question) => !isComplete(question)).length + (category.name === '' ? 1 : 0);
    return Array.from({ length: open }, () => nameOf(category, index));
  });
  const [where] = places;
  return where === undefined ? null : { n: places.length, where };
}

/**
 * A board to play: the complete questions. `newId` names each category and question of this game alone, because the
 * template's own ids would lead from the game to the answers in a copy. A large board is made in slices.
 */
export async function playable(categories: readonly Category[], newId: () => string): Promise<Category[]> {
  const board: Category[] = [];
  await inSlices(categories.entries(), ([index, category]) => {
    const questions = category.questions
      .filter(isComplete)
      .map((question) => ({ ...question, questionId: QuestionId.parse(newId()) }));
    if (questions.length > 0)
      board.push({ categoryId: CategoryId.parse(newId()), name: nameOf(category, index), questions });
  });
  return board;
}
