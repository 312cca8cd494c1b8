/** What a spreadsheet would run instead of show; a quote before it makes it text, and is taken off again. */
const RUNS = /^'*[=+\-@\t\r]/;
const QUOTED = /^'+[=+\-@\t\r]/;

export const cellOf = (text: string): string => (RUNS.test(text) ? `'${text}` : text);
export const textIn = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell);
