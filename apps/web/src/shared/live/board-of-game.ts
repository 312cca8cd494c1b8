import type { CategoryView, QuestionView } from '@earworm/rules';
import type { BoardCategory, BoardQuestion } from './board.js';

// A view's categories do not change in place: what is the same is drawn no second time.
const known = new WeakMap<CategoryView, BoardCategory>();

/** A moderator's board as it is edited. */
export const boardOf = (categories: readonly CategoryView[]): readonly BoardCategory[] =>
  categories.map((category) => {
    const before = known.get(category);
    if (before !== undefined) return before;
    const { id, name, questions } = category;
    const board = { id, name, questions: questions.map(boardQuestionOf) };
    known.set(category, board);
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
