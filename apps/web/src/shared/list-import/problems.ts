const PROBLEMS_SHOWN = 100;

export type ProblemCode =
  | 'not-json'
  | 'not-a-template'
  | 'wrong-type'
  | 'unknown-field'
  | 'missing-field'
  | 'too-many-categories'
  | 'too-many-questions'
  | 'too-long'
  | 'points-invalid';

/** One thing wrong with a JSON file, where it stands: both from 1. `what` is the field's name, or the text. */
export interface ImportProblem {
  readonly line: number;
  readonly column: number;
  readonly code: ProblemCode;
  readonly what: string;
}

export interface FoundProblems {
  readonly problems: readonly ImportProblem[];
  readonly total: number;
}

export const problem = (line: number, column: number, code: ProblemCode, what = ''): ImportProblem => ({
  line,
  column,
  code,
  what: [...what.slice(0, 200)].slice(0, 100).join('').toWellFormed(),
});

/** Collects problems. Those beyond the limit are only counted, without looking up their place. */
export class Problems {
  readonly #shown: ImportProblem[] = [];
  #total = 0;

  add(find: () => ImportProblem): void {
    this.#total += 1;
    if (this.#shown.length < PROBLEMS_SHOWN) this.#shown.push(find());
  }

  get found(): FoundProblems {
    return { problems: this.#shown, total: this.#total };
  }
}
