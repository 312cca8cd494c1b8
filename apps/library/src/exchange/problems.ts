import { type ImportProblem, type TemplateFacts } from '@earworm/contracts';
import { contentOf } from '@earworm/rules';
import type { Category, Question } from '../templates/clean.js';

/** What was read from a file; `warnings` name what is kept although it is not finished. */
export type Reading =
  | {
      readonly kind: 'read';
      readonly facts: TemplateFacts;
      readonly categories: readonly Category[];
      readonly warnings: readonly ImportProblem[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly ImportProblem[] };

export const problem = (line: number, column: number, code: ImportProblem['code'], what = ''): ImportProblem => ({
  line,
  column,
  code,
  what: [...what].slice(0, 100).join('').slice(0, 100).toWellFormed(),
});

export const refused = (...problems: ImportProblem[]): Reading => ({ kind: 'refused', problems });

const UNFINISHED = {
  'youtube-link-required': ['link-required', 'youtubeLink'],
  'youtube-link-invalid': ['link-invalid', 'youtubeLink'],
  'answer-required': ['answer-required', 'answer'],
} as const;

/** What a question still needs to be played, and the field it needs it in. */
export function unfinishedField(
  question: Question,
): { code: ImportProblem['code']; field: 'youtubeLink' | 'answer' } | null {
  const read = contentOf(question);
  if (!('refused' in read)) return null;
  const known = Object.entries(UNFINISHED).find(([code]) => code === read.refused);
  const [code, field] = known?.[1] ?? UNFINISHED['youtube-link-invalid'];
  return { code, field };
}
