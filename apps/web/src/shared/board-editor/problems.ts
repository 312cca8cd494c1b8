import { contentOf, type RejectionCode } from '@earworm/rules';
import type { BoardCategory, QuestionFields } from '../live/board.js';

// Neither questions nor categories change in place, so what was found wrong with one stays true of it.
const found = new WeakMap<QuestionFields, readonly RejectionCode[]>();
const counted = new WeakMap<BoardCategory, number>();

/** Everything that keeps a question from being played: its link, its answer, or both. */
export function problemsOf(question: QuestionFields): readonly RejectionCode[] {
  const known = found.get(question);
  if (known !== undefined) return known;
  const codes = [
    contentOf({ ...question, answer: 'x' }),
    contentOf({ ...question, youtubeLink: '', clipId: 'x' as QuestionFields['clipId'] }),
  ].flatMap((read) => ('refused' in read ? [read.refused] : []));
  found.set(question, codes);
  return codes;
}

/** How many of its questions cannot be played; a category without a name is one more. */
export function openIn(category: BoardCategory): number {
  const known = counted.get(category);
  if (known !== undefined) return known;
  const { name, questions } = category;
  const open = questions.filter((question) => problemsOf(question).length > 0).length + (name.trim() === '' ? 1 : 0);
  counted.set(category, open);
  return open;
}
