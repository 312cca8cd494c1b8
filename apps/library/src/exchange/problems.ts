import { type ImportProblem, TEMPLATE_LIMITS, type TemplateFacts } from '@earworm/contracts';
import { contentOf } from '@earworm/rules';
import type { Category, Question } from '../templates/clean.js';

/** The first of a file's problems, at most `TEMPLATE_LIMITS.problemsShown`, and how many there are. */
export interface FoundProblems {
  readonly problems: readonly ImportProblem[];
  readonly total: number;
}

/** What was read from a file; `warnings` name what is kept although it is not finished. */
export type Reading =
  | {
      readonly kind: 'read';
      readonly facts: TemplateFacts;
      readonly categories: readonly Category[];
      readonly warnings: FoundProblems;
    }
  | ({ readonly kind: 'refused' } & FoundProblems);

export const problem = (line: number, column: number, code: ImportProblem['code'], what = ''): ImportProblem => ({
  line,
  column,
  code,
  what: [...what.slice(0, 200)].slice(0, 100).join('').slice(0, 100).toWellFormed(),
});

export const refused = (...problems: ImportProblem[]): Reading => ({
  kind: 'refused',
  problems,
  total: problems.length,
});

/** Problems as they are found: one that will not be shown is counted, and its place is never looked up. */
export class Problems {
  readonly #shown: ImportProblem[] = [];
  #total = 0;

  add(one: () => ImportProblem): void {
    this.#total += 1;
    if (this.#shown.length < TEMPLATE_LIMITS.problemsShown) this.#shown.push(one());
  }

  get found(): FoundProblems {
    return { problems: this.#shown, total: this.#total };
  }
}

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
