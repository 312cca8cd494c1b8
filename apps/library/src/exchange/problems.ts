import { type ImportProblem, TEMPLATE_LIMITS, type TemplateFacts } from '@earworm/contracts';
import { contentOf } from '@earworm/rules';
import type { Category, Question } from '../templates/content.js';

export interface FoundProblems {
  readonly problems: readonly ImportProblem[];
  readonly total: number;
}

/** The result of reading a file; `warnings` are unfinished parts that are kept. */
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

/** Collects problems. Those beyond the limit are only counted, without looking up their place. */
export class Problems {
  readonly #shown: ImportProblem[] = [];
  #total = 0;

  add(find: () => ImportProblem): void {
    this.#total += 1;
    if (this.#shown.length < TEMPLATE_LIMITS.problemsShown) this.#shown.push(find());
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

/** The first field that keeps a question from being playable, and why. */
export function unfinishedField(
  question: Question,
): { code: ImportProblem['code']; field: 'youtubeLink' | 'answer' } | null {
  const read = contentOf(question);
  if (!('refused' in read)) return null;
  const unfinished = Object.entries(UNFINISHED).find(([code]) => code === read.refused);
  const [code, field] = unfinished?.[1] ?? UNFINISHED['youtube-link-invalid'];
  return { code, field };
}
