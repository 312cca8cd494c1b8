import { csvOf, type ImportProblem, textOfCell } from '@earworm/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import { nameOf, type Category } from '../templates/content.js';
import { CategoryRows, type Column, columnNamed, COLUMNS } from './category-rows.js';
import { problem, type Reading, refused } from './problems.js';

/** Bytes; a quote that is never closed would make one cell of the rest of the file. */
const LONGEST_ROW = 20_000;
/** More rows than a full template has; to read more would only block the event loop. */
const ROWS_MAX = 10_000;
const DELIMITERS = [',', ';', '\t', '|'];
const REQUIRED: readonly (readonly Column[])[] = [['category'], ['answer'], ['youtubeLink', 'clipId']];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** @param title of the template, which a CSV file does not contain. In problems, a column is a cell, from 1. */
export function readCsv(text: string, title: string, newId: () => string): Reading {
  // Excel names the delimiter in a separate first line.
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const body = declared === null ? text : text.slice(declared[0].length);
  const rows = rowsIn(body, declared?.[1] ?? delimiterOf(body), declared === null ? 1 : 2);
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

/** Gives each category a distinct name: otherwise two would become one when the file is imported. */
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

/** The delimiter that yields the most known columns in the first line. */
function delimiterOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '';
  const knownColumns = (delimiter: string) =>
    head.split(delimiter).filter((cell) => columnNamed(cell.trim().replace(/^"|"$/g, '')) !== undefined).length;
  return DELIMITERS.reduce((best, each) => (knownColumns(each) > knownColumns(best) ? each : best));
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
    const { lines = 1, column } = error as CsvError & { lines?: number; column?: unknown };
    const cell = typeof column === 'number' ? column + 1 : 1;
    const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'too-long' : 'quote';
    return problem(firstLine - 1 + Math.max(1, lines), cell, code);
  }
}
