type Cell = string | number;

// A spreadsheet may find a formula at the start of a text and after every delimiter, inside quotes, too. The patterns find
// the sign first and look back: read from each delimiter on, a long run of blanks would take quadratic time.
const FORMULA = /(?<!')(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*)/gu;
const NEUTRALISED = /(?<!')'(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*')/gu;

/** A text as a cell that no spreadsheet runs: an apostrophe before a formula makes it text. */
export const neutralised = (text: string): string => text.replace(FORMULA, "'");

export const textOfCell = (cell: string): string => cell.replace(NEUTRALISED, '');

const cellOf = (value: Cell): string =>
  typeof value === 'number' ? `"${value}"` : `"${neutralised(value).replaceAll('"', '""')}"`;

/** A CSV file (RFC 4180) without formulas, with the byte order mark by which spreadsheets recognise UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
