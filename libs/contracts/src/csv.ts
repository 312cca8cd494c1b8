type Cell = string | number;

// Spreadsheets may run a formula at the start of a text and after any delimiter, even inside quotes. The patterns match
// the sign first and then look back: scanning forward from each delimiter takes quadratic time on a long run of blanks.
const FORMULA = /(?<!')(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*)/gu;
const NEUTRALISED = /(?<!')'(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*')/gu;

/** Escapes formulas in a cell with an apostrophe, so that spreadsheets show them as text. Undone by `textOfCell`. */
export const neutralised = (text: string): string => text.replace(FORMULA, "'");

/** The original text of a cell that `neutralised` escaped. */
export const textOfCell = (cell: string): string => cell.replace(NEUTRALISED, '');

const cellOf = (value: Cell): string =>
  typeof value === 'number' ? `"${value}"` : `"${neutralised(value).replaceAll('"', '""')}"`;

export type CsvRow = readonly Cell[];

/** Lines of a CSV file, for one that is written in parts. */
export const csvLines = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** A CSV file (RFC 4180) with formulas escaped, and a byte order mark so that spreadsheets recognise UTF-8. */
export const csvOf = (rows: readonly CsvRow[]): string => `\ufeff${csvLines(rows)}`;
