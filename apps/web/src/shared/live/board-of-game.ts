import type { CategoryView, QuestionView } from '@earworm/rules';
import type { BoardCategory, BoardQuestion } from './board.js';

// Views are immutable: equal categories render once.
const cache = new WeakMap<CategoryView, BoardCategory>();

export const boardOf = (categories: readonly CategoryView[]): readonly BoardCategory[] =>
  categories.map((category) => {
    const before = cache.get(category);
    if (before !== undefined) return before;
    const { id, name, questions } = category;
    const board = { id, name, questions: questions.map(boardQuestionOf) };
    cache.set(category, board);
    return board;
  });

function boardQuestionOf({ id, points, secret }: QuestionView): BoardQuestion {
  const medium = secret?.medium;
  return {
    id,
    youtubeLink: medium?.kind === 'youtube' ? medium.youtubeLink : '',
    clipId: medium?.kind === 'clip' ? medium.clipId : null,
    youtubeSongName: secret?.youtubeSongName ?? '',
    answer: secret?.answer ?? '',
    points,
  };
}
