import { contentOf, type RejectionCode } from '@earworm/rules';
import type { Category, Question } from './draft.js';

// Neither questions nor categories change in place, so what was found wrong with one stays true of it.
const found = new WeakMap<Question, readonly RejectionCode[]>();
const counted = new WeakMap<Category, number>();

/** Everything that keeps a question from being played: its link, its answer, or both. */
export function problemsOf(question: Question): readonly RejectionCode[] {
  const known = found.get(question);
  if (known !== undefined) return known;
  const codes = [
    contentOf({ ...question, answer: 'x' }),
    contentOf({ ...question, youtubeLink: '', clipId: 'x' as Question['clipId'] }),
  ].flatMap((read) => ('refused' in read ? [read.refused] : []));
  found.set(question, codes);
  return codes;
}

/** How many of its questions cannot be played; a category without a name is one more. */
export function openIn(category: Category): number {
  const known = counted.get(category);
  if (known !== undefined) return known;
  const { name, questions } = category;
  const open = questions.filter((question) => problemsOf(question).length > 0).length + (name.trim() === '' ? 1 : 0);
  counted.set(category, open);
  return open;
}
