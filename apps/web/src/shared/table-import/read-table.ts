import { textOfCell } from '@earworm/contracts';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}
export interface Table {
  readonly delimiter: string;
  readonly headings: readonly string[] | null;
  readonly rows: readonly TableRow[];
  /** Where a quote was never closed; the table was read without quotes then. */
  readonly brokenQuoteAt: number | null;
}

/** Characters; a quote that is never closed would make one cell of the rest of the list. */
const LONGEST_ROW = 20_000;
const COLUMNS_MAX = 50;
const DELIMITERS = ['\t', ';', ',', '|'];
const SAMPLE_LINES = 200;

/** How a table of one kind is told apart from other text. */
export interface TableKind {
  /** More are not read. */
  readonly rowsMax: number;
  /** Whether a column of this kind of table is called so. */
  isName(heading: string): boolean;
  /** Whether a first row names columns. */
  isHeading(cells: readonly string[]): boolean;
  /** Whether rows without a heading, separated by this, may be meant. */
  isPlausible(rows: readonly (readonly string[])[], delimiter: string): boolean;
}

/** Null when the lines are no table. Line ends are `\n`. */
export function readTable(text: string, kind: TableKind): Table | null {
  const { rowsMax, isHeading } = kind;
  // Excel names the delimiter in a separate first line.
  const declared = /^sep=(.)\n/i.exec(text);
  const body = declared === null ? text : text.slice(declared[0].length);
  const delimiter = declared?.[1] ?? delimiterOf(body, kind);
  if (delimiter === null) return null;
  const firstLine = declared === null ? 1 : 2;
  const quoted = parsed(body, { delimiter, firstLine, rowsMax });
  const isBroken = quoted.brokenAt !== undefined;
  const { rows } = isBroken ? parsed(body, { delimiter, firstLine, rowsMax, quote: false }) : quoted;
  const [first] = rows;
  const headings = first !== undefined && isHeading(first.cells) ? first.cells : null;
  return {
    delimiter,
    headings,
    rows: headings === null ? rows : rows.slice(1),
    brokenQuoteAt: quoted.brokenAt ?? null,
  };
}

/** The one whose first line names columns, or that separates the same number of cells in nearly every line. */
function delimiterOf(text: string, { isName, isHeading, isPlausible }: TableKind): string | null {
  const lines = text
    .slice(0, SAMPLE_LINES * 1_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);
  const [head = ''] = lines;
  const known = (delimiter: string) => split(head, delimiter).filter(isName).length;
  const named = DELIMITERS.filter((each) => known(each) >= 2 && isHeading(split(head, each)));
  if (named.length > 0) return named.reduce((best, each) => (known(each) > known(best) ? each : best));
  return (
    DELIMITERS.find((delimiter) => {
      const rows = lines.map((line) => split(line, delimiter));
      return isUsedInMost(rows, delimiter) && isPlausible(rows, delimiter);
    }) ?? null
  );
}

const split = (line: string, delimiter: string): string[] =>
  line
    .replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(delimiter, ' '))
    .split(delimiter)
    .slice(0, COLUMNS_MAX)
    .map((cell) => cell.trim().replace(/^"|"$/g, ''));

function isUsedInMost(rows: readonly (readonly string[])[], delimiter: string): boolean {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual = 1, times = 0] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0]);
  // One line with a semicolon or a comma is a sentence; one with tabs was copied from a spreadsheet.
  if (usual < 2 || (delimiter !== '\t' && rows.length < 2)) return false;
  return times >= rows.length * (delimiter === '\t' ? 0.6 : 0.8);
}

interface Wanted {
  readonly delimiter: string;
  readonly firstLine: number;
  readonly rowsMax: number;
  readonly quote?: false;
}

interface Parsed {
  readonly rows: readonly TableRow[];
  readonly brokenAt?: number;
}

/** The parser copies all that it gets, also of a file that is far too long. */
function parsed(text: string, wanted: Wanted): Parsed {
  const beginning = beginningOf(text, 2 * wanted.rowsMax);
  const begun = parsedAll(beginning, wanted);
  return beginning === text || begun.rows.length === wanted.rowsMax ? begun : parsedAll(text, wanted);
}

function beginningOf(text: string, lines: number): string {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end) + 1;
    if (end === 0) return text;
  }
  return text.slice(0, end);
}

function parsedAll(text: string, wanted: Wanted): Parsed {
  const { delimiter, firstLine, rowsMax, quote } = wanted;
  const rows: TableRow[] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      quote: quote ?? '"',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      to: rowsMax,
      on_record: (cells: string[], { lines }) => {
        const inside = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
        const plain = quote === false ? cells.map((cell) => cell.trim().replace(/^"|"$/g, '')) : cells;
        if (plain.some((cell) => cell.trim() !== ''))
          rows.push({ line: firstLine - 1 + lines - inside, cells: plain.slice(0, COLUMNS_MAX).map(textOfCell) });
        return null;
      },
    });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 1 } = error as CsvError & { lines?: number };
    return { rows: [], brokenAt: firstLine - 1 + Math.max(1, lines) };
  }
}
