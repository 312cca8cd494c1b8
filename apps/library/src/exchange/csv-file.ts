import { csvOf, type ImportProblem, textOfCell } from '@earworm/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import type { Category } from '../templates/clean.js';
import { nameOf } from '../templates/playable.js';
import { CategoryRows } from './category-rows.js';
import { type Column, columnNamed, COLUMNS } from './columns.js';
import { problem, type Reading, refused } from './problems.js';

/** A quote that is never closed would make one cell of the rest of the file. */
const LONGEST_ROW = 20_000;
/** More than a full template has questions and categories; what reads the rest would only keep others waiting. */
const ROWS_MAX = 10_000;
const DELIMITERS = [',', ';', '\t', '|'];
const REQUIRED: readonly (readonly Column[])[] = [['category'], ['answer'], ['youtubeLink', 'clipId']];

/** One row of cells and the line on which it begins. */
interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** `title` is what the template is called; a CSV has no place for one. In problems, a column is a cell, from 1. */
export function readCsv(text: string, title: string, newId: () => string): Reading {
  // Excel writes which delimiter it chose, as a line of its own.
  const said = /^sep=(.)\r?\n/i.exec(text);
  const body = said === null ? text : text.slice(said[0].length);
  const rows = rowsIn(body, said?.[1] ?? delimiterOf(body), said === null ? 1 : 2);
  if ('code' in rows) return refused(rows);
  const [head, ...rest] = rows;
  if (head === undefined) return refused(problem(1, 1, 'empty-file'));

  const columns = head.cells.map((cell) => columnNamed(cell));
  const missing = REQUIRED.filter((any) => !any.some((name) => columns.includes(name)));
  if (missing.length > 0) return refused(...missing.map(([name]) => problem(head.line, 1, 'missing-column', name)));
  const table = new CategoryRows(columns, newId);
  head.cells.forEach((cell, index) => {
    if (columns[index] === undefined && cell.trim() !== '')
      table.warnings.add(() => problem(head.line, index + 1, 'unknown-column', cell));
  });
  for (const { line, cells } of rest) table.add(line, cells.map(textOfCell));
  const { found } = table.problems;
  if (found.total > 0) return { kind: 'refused', ...found };
  return {
    kind: 'read',
    facts: { title, description: '', language: null, tags: [] },
    categories: table.categories,
    warnings: table.warnings.found,
  };
}

/** Categories of the same name would become one when the file is read back, so each gets a distinct name. */
export function writeCsv(categories: readonly Category[]): string {
  const taken = new Set<string>();
  const rows = categories.flatMap((category, index) => {
    const name = distinct(nameOf(category, index), taken);
    if (category.questions.length === 0) return [[name]];
    return category.questions.map(({ points, answer, youtubeSongName, youtubeLink, clipId }) => [
      name,
      String(points),
      answer,
      youtubeSongName,
      youtubeLink,
      clipId ?? '',
    ]);
  });
  return csvOf([[...COLUMNS], ...rows.map((row) => COLUMNS.map((_, index) => row[index] ?? ''))]);
}

function distinct(name: string, taken: Set<string>): string {
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${name} (${n})`;
  taken.add(found);
  return found;
}

/** The one that makes the most known columns of the first line. */
function delimiterOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const known = (delimiter: string) =>
    head.split(delimiter).filter((cell) => columnNamed(cell.trim().replace(/^"|"$/g, '')) !== undefined).length;
  return DELIMITERS.reduce((best, each) => (known(each) > known(best) ? each : best));
}

function rowsIn(text: string, delimiter: string, firstLine: number): Row[] | ImportProblem {
  const rows: Row[] = [];
  let read = 0;
  let lastLine = firstLine;
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      to: ROWS_MAX + 1,
      on_record: (cells: string[], { lines }) => {
        const inside = cells.join('').match(/\r\n|\r|\n/g)?.length ?? 0;
        const line = firstLine - 1 + lines - inside;
        read += 1;
        lastLine = line;
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
        return null;
      },
    });
    return read > ROWS_MAX ? problem(lastLine, 1, 'too-large') : rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as CsvError & { lines?: number; column?: number };
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    return problem(
      firstLine - 1 + Math.max(1, lines ?? 1),
      typeof column === 'number' ? column + 1 : 1,
      isLong ? 'too-long' : 'quote',
    );
  }
}
