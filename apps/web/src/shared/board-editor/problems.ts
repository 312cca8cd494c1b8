import { contentOf, type RejectionCode } from '@earworm/rules';
import type { BoardCategory, QuestionFields } from '../live/board.js';

// Questions are immutable, so results stay valid.
const found = new WeakMap<QuestionFields, readonly RejectionCode[]>();
const counted = new WeakMap<BoardCategory, number>();

export function problemsOf(question: QuestionFields): readonly RejectionCode[] {
  const existing = found.get(question);
  if (existing !== undefined) return existing;
  const codes = [
    contentOf({ ...question, answer: 'x' }),
    contentOf({ ...question, youtubeLink: '', clipId: 'x' as QuestionFields['clipId'] }),
  ].flatMap((read) => ('refused' in read ? [read.refused] : []));
  found.set(question, codes);
  return codes;
}

export function openIn(category: BoardCategory): number {
  const existing = counted.get(category);
  if (existing !== undefined) return existing;
  const { name, questions } = category;
  const open = questions.filter((question) => problemsOf(question).length > 0).length + (name.trim() === '' ? 1 : 0);
  counted.set(category, open);
  return open;
}
