import { contentOf, type RejectionCode } from '@earworm/rules';
import type { Category, Question } from './draft.js';

/** Questions never change in place, so what was found wrong with one stays true of it. */
const found = new WeakMap<Question, readonly RejectionCode[]>();

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

export const openIn = ({ name, questions }: Category): number =>
  questions.filter((question) => problemsOf(question).length > 0).length + (name.trim() === '' ? 1 : 0);
