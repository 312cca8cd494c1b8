type Cell = string | number;

/**
 * Where a spreadsheet could find a formula: at the start of a text, and after whatever it may split the text at. It may
 * split at semicolons or tabs, with or without respect for quotes, so a delimiter counts inside of quotes too.
 */
// They find the sign first and look back from there: from each delimiter on, a long run of blanks would be read once a blank.
const FORMULA = /(?<!')(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*)/gu;
const NEUTRALISED = /(?<!')'(?='*[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*')/gu;

/** A text as a cell that no spreadsheet runs: an apostrophe before a formula makes it text. */
export const neutralised = (text: string): string => text.replace(FORMULA, "'");

/** The text of a cell that `neutralised` has made. */
export const textOfCell = (cell: string): string => cell.replace(NEUTRALISED, '');

const cellOf = (value: Cell): string =>
  typeof value === 'number' ? `"${value}"` : `"${neutralised(value).replaceAll('"', '""')}"`;

/**
 * A CSV file (RFC 4180) of these rows: every cell quoted, no formula in any text, and at its start the byte order mark by
 * which spreadsheets recognise UTF-8. Numbers are written as they are.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
