import { z } from 'zod';
import { CATEGORIES_MAX } from '../constants.js';
import { command, rejected, type Emits, type EventOf } from '../definition.js';
import { CategoryDraft, type QuestionContent } from '../quiz.js';
import type { Category } from '../state.js';
import { addToBoard, type Added } from './add-questions.js';
import type { categoryDeleted } from './categories.js';

/**
 * Before the start: all categories and questions make way for these, or none does. The same names and questions under other
 * ids change nothing.
 */
export const replaceQuestions = command('replaceQuestions', {
  issuer: 'server',
  fields: () => ({ categories: z.array(CategoryDraft).max(CATEGORIES_MAX) }),
  decide: ({ game, at }, { categories }): Emits<Added | typeof categoryDeleted> => {
    if (game.status !== 'setup') return rejected('not-in-setup');
    const added = addToBoard({ categories: [] }, at, categories);
    if ('ok' in added || isSame(game.categories, added)) return 'ok' in added ? added : [];
    const deleted = game.categories.map(({ id }) => ({ type: 'categoryDeleted' as const, at, categoryId: id }));
    return [...deleted, ...added];
  },
});

/** In the order of the board: names and contents. */
const isSame = (board: readonly Category[], added: readonly EventOf<Added>[]): boolean =>
  JSON.stringify(board.flatMap(({ name, questions }) => [name, ...questions.map(contentOf)])) ===
  JSON.stringify(added.map((event) => (event.type === 'categoryAdded' ? event.name : contentOf(event.content))));

const contentOf = ({ medium, youtubeSongName, answer, points }: QuestionContent) => [
  ...[medium, youtubeSongName, answer, points],
];
