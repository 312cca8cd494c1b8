import type { ImportProblem } from '@earworm/contracts';
import {
  CATEGORIES_MAX,
  CATEGORY_NAME_MAX_LENGTH,
  CategoryId,
  cleanText,
  ClipId,
  LINK_MAX_LENGTH,
  nextPointValue,
  POINTS_MAX,
  QuestionId,
  QUESTIONS_PER_CATEGORY_MAX,
  TEXT_MAX_LENGTH,
} from '@earworm/rules';
import type { Category, Question } from '../templates/clean.js';
import type { Column } from './columns.js';
import { problem, Problems, unfinishedField } from './problems.js';

const LONGEST = {
  category: CATEGORY_NAME_MAX_LENGTH,
  answer: TEXT_MAX_LENGTH,
  youtubeSongName: TEXT_MAX_LENGTH,
  youtubeLink: LINK_MAX_LENGTH,
  points: 20,
  clipId: 64,
} as const;
const TEXTS = ['category', 'answer', 'youtubeSongName', 'youtubeLink', 'clipId'] as const;

/** Rows of a table made into categories: rows of one name belong together, in the order in which names come. */
export class CategoryRows {
  readonly problems = new Problems();
  readonly warnings = new Problems();
  readonly #categories = new Map<string, Category>();
  /** Looked for once: a table may have thousands of columns that mean nothing. */
  readonly #indexOf: Readonly<Record<Column, number>>;
  #last = '';

  constructor(
    columns: readonly (Column | undefined)[],
    private readonly newId: () => string,
  ) {
    const indexOf = (column: Column) => columns.indexOf(column);
    this.#indexOf = {
      category: indexOf('category'),
      points: indexOf('points'),
      answer: indexOf('answer'),
      youtubeSongName: indexOf('youtubeSongName'),
      youtubeLink: indexOf('youtubeLink'),
      clipId: indexOf('clipId'),
    };
  }

  get categories(): readonly Category[] {
    return [...this.#categories.values()];
  }

  add(line: number, cells: readonly string[]): void {
    const of = (column: Column) => cleanText(cells[this.#indexOf[column]] ?? '');
    const fail = (column: Column, code: ImportProblem['code'], what: string) =>
      this.problems.add(() => problem(line, this.#indexOf[column] + 1, code, what));
    const tooLong = TEXTS.filter((column) => of(column).length > LONGEST[column]);
    for (const column of tooLong) fail(column, 'too-long', column);
    // In many tables a category's name stands in its first row only.
    const name = of('category') || this.#last;
    if (name === '') fail('category', 'category-name-required', '');
    if (tooLong.length > 0 || name === '') return;
    this.#last = name;
    const category = this.#category(name);
    if (category === null) return void fail('category', 'too-many-categories', name);
    if (
      (['points', 'answer', 'youtubeSongName', 'youtubeLink', 'clipId'] as const).every((column) => of(column) === '')
    )
      return;
    if (category.questions.length >= QUESTIONS_PER_CATEGORY_MAX)
      return void fail('category', 'too-many-questions', name);
    const points = pointsIn(of('points'), category.questions);
    const clipId = of('clipId') === '' ? null : ClipId.safeParse(of('clipId'));
    if (points === null) fail('points', 'points-invalid', of('points'));
    if (clipId?.success === false) fail('clipId', 'wrong-type', of('clipId'));
    if (points === null || clipId?.success === false) return;
    const question: Question = {
      questionId: QuestionId.parse(this.newId()),
      youtubeLink: of('youtubeLink'),
      clipId: clipId?.data ?? null,
      youtubeSongName: of('youtubeSongName'),
      answer: of('answer'),
      points,
    };
    category.questions.push(question);
    const open = unfinishedField(question);
    if (open !== null)
      this.warnings.add(() =>
        problem(line, Math.max(1, this.#indexOf[open.field] + 1), open.code, question[open.field]),
      );
  }

  #category(name: string): Category | null {
    const there = this.#categories.get(name);
    if (there !== undefined) return there;
    if (this.#categories.size >= CATEGORIES_MAX) return null;
    const made: Category = { categoryId: CategoryId.parse(this.newId()), name, questions: [] };
    this.#categories.set(name, made);
    return made;
  }
}

/** Points left out are the next on the board. Null for what is no whole number in bounds. */
function pointsIn(typed: string, questions: readonly Question[]): number | null {
  if (typed === '') return nextPointValue(questions.map((question) => question.points));
  const points = /^\d{1,7}$/.test(typed) ? Number(typed) : NaN;
  return points <= POINTS_MAX ? points : null;
}
