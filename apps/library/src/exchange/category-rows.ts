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
import type { Category, Question } from '../templates/content.js';
import { problem, Problems, unfinishedField } from './problems.js';

export const COLUMNS = ['category', 'points', 'answer', 'youtubeSongName', 'youtubeLink', 'clipId'] as const;
export type Column = (typeof COLUMNS)[number];

/** Headings by column, in lower case and without separators. */
const HEADINGS: Record<Column, readonly string[]> = {
  category: ['category', 'kategorie'],
  points: ['points', 'punkte'],
  answer: ['answer', 'antwort'],
  youtubeSongName: ['youtubesongname', 'songname', 'song'],
  youtubeLink: ['youtubelink', 'link', 'url', 'video'],
  clipId: ['clipid', 'clip'],
};

export function columnNamed(heading: string): Column | undefined {
  const key = heading.toLowerCase().replace(/[\s_-]+/g, '');
  return COLUMNS.find((column) => HEADINGS[column].includes(key));
}

const LONGEST = {
  category: CATEGORY_NAME_MAX_LENGTH,
  answer: TEXT_MAX_LENGTH,
  youtubeSongName: TEXT_MAX_LENGTH,
  youtubeLink: LINK_MAX_LENGTH,
  points: 20,
  clipId: 64,
} as const;
const TEXTS = ['category', 'answer', 'youtubeSongName', 'youtubeLink', 'clipId'] as const;
const [, ...QUESTION_COLUMNS] = COLUMNS;

export class CategoryRows {
  readonly problems = new Problems();
  readonly warnings = new Problems();
  readonly #categories = new Map<string, Category>();
  /** Looked up once: a table may have thousands of unknown columns. */
  readonly #indexOf: ReadonlyMap<Column, number>;
  #lastName = '';

  constructor(
    columns: readonly (Column | undefined)[],
    private readonly newId: () => string,
  ) {
    this.#indexOf = new Map(COLUMNS.map((column) => [column, columns.indexOf(column)]));
  }

  get categories(): readonly Category[] {
    return [...this.#categories.values()];
  }

  add(line: number, cells: readonly string[]): void {
    const indexOf = (column: Column) => this.#indexOf.get(column) ?? -1;
    const of = (column: Column) => cleanText(cells[indexOf(column)] ?? '');
    const fail = (column: Column, code: ImportProblem['code'], what: string) =>
      this.problems.add(() => problem(line, indexOf(column) + 1, code, what));
    const tooLong = TEXTS.filter((column) => of(column).length > LONGEST[column]);
    for (const column of tooLong) fail(column, 'too-long', column);
    // In many tables only the first row of a category has its name.
    const name = of('category') || this.#lastName;
    if (name === '') fail('category', 'category-name-required', '');
    if (tooLong.length > 0 || name === '') return;
    this.#lastName = name;
    const category = this.#category(name);
    if (category === null) return void fail('category', 'too-many-categories', name);
    if (QUESTION_COLUMNS.every((column) => of(column) === '')) return;
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
    if (open === null) return;
    const { field, code } = open;
    this.warnings.add(() => problem(line, Math.max(1, indexOf(field) + 1), code, question[field]));
  }

  #category(name: string): Category | null {
    const existing = this.#categories.get(name);
    if (existing !== undefined) return existing;
    if (this.#categories.size >= CATEGORIES_MAX) return null;
    const category: Category = { categoryId: CategoryId.parse(this.newId()), name, questions: [] };
    this.#categories.set(name, category);
    return category;
  }
}

/** Without a value, the next point value of the board. Null for what is not a whole number within the bounds. */
function pointsIn(typed: string, questions: readonly Question[]): number | null {
  if (typed === '') return nextPointValue(questions.map((question) => question.points));
  const points = /^\d{1,7}$/.test(typed) ? Number(typed) : NaN;
  return points <= POINTS_MAX ? points : null;
}
