import type { TemplateFacts } from '@earworm/contracts';
import { CATEGORIES_MAX, QUESTIONS_PER_CATEGORY_MAX, youtubeLinksIn } from '@earworm/rules';
import type { Encoding } from '../table-import/encodings.js';
import { readTable, type TableKind, type TableRow } from '../table-import/read-table.js';
import { longLineIn, plainText, readText } from '../table-import/read-text.js';
import type { Workbook } from '../table-import/workbook.js';
import { guessColumns, isHeading, type ListColumn, meaningOf } from './columns.js';
import { readLines } from './free-lines.js';
import { readJson } from './json-file.js';
import type { FoundProblems } from './problems.js';
import { type ListRow, rowsOfLines, rowsOfTable } from './rows.js';

/** More rows than a full board has are not read. */
export const ROWS_MAX = CATEGORIES_MAX * QUESTIONS_PER_CATEGORY_MAX;

export interface ListNote {
  readonly code: 'mixed-encodings' | 'broken-quote' | 'too-many-rows';
  readonly n: number;
}

export interface ReadList {
  readonly kind: 'read';
  /** Null unless the list is a table, whose columns people may choose. */
  readonly table: { readonly columns: readonly ListColumn[]; readonly rows: readonly TableRow[] } | null;
  readonly rows: readonly ListRow[];
  /** What a JSON file says of its template. */
  readonly facts: TemplateFacts | null;
  readonly notes: readonly ListNote[];
  /** Null where there is no doubt about it. */
  readonly encoding: Encoding | null;
}
export type ListReading =
  | ReadList
  | {
      readonly kind: 'refused';
      readonly code: 'empty' | 'not-text' | 'line-too-long' | Workbook;
      readonly n?: number;
    }
  | ({ readonly kind: 'broken-json' } & FoundProblems);

/** @param languages of the browser, for encodings that only these tell apart */
export function readBytes(bytes: Uint8Array, languages: readonly string[], wanted?: Encoding): ListReading {
  const file = readText(bytes, languages, wanted);
  if (file.kind === 'refused') return file;
  const reading = readPlain(file.text);
  if (reading.kind !== 'read') return reading;
  return {
    ...reading,
    encoding: file.encoding,
    notes: file.mixed ? [{ code: 'mixed-encodings', n: 0 }, ...reading.notes] : reading.notes,
  };
}

export const readList = (typed: string): ListReading => readPlain(plainText(typed));

/** Commas are in sentences, too. */
const isPlausible: TableKind['isPlausible'] = (rows, delimiter) => {
  const linked = rows.filter((cells) => cells.some((cell) => youtubeLinksIn(cell).length > 0));
  const alone = linked.filter((cells) => cells.some((cell) => youtubeLinksIn(cell)[0]?.length === cell.length));
  return linked.length === 0 ? delimiter !== ',' : alone.length * 2 > linked.length;
};

const QUESTIONS: TableKind = {
  rowsMax: ROWS_MAX + 2,
  isName: (heading) => meaningOf(heading) !== undefined,
  isHeading,
  isPlausible,
};

function readPlain(text: string): ListReading {
  if (text.trim() === '') return { kind: 'refused', code: 'empty' };
  if (/^\s*(?:\{|\[\s*(?:["{[\]]|\d+\s*,))/.test(text)) return readTemplate(text);
  const lines = text.split('\n');
  const long = longLineIn(lines);
  if (long !== null) return { kind: 'refused', code: 'line-too-long', n: long };
  const table = readTable(text, QUESTIONS);
  if (table === null) return readFreeText(lines);
  const rows = table.rows.slice(0, ROWS_MAX);
  const columns = guessColumns(
    table.headings,
    rows.map(({ cells }) => cells),
  );
  return {
    ...NOTHING,
    table: { columns, rows },
    rows: rowsOfTable(rows, columns),
    notes: [
      ...(table.brokenQuoteAt === null ? [] : [{ code: 'broken-quote' as const, n: table.brokenQuoteAt }]),
      ...tooMany(table.rows.length),
    ],
  };
}

const NOTHING = { kind: 'read', table: null, facts: null, encoding: null } as const;
const tooMany = (count: number): ListNote[] => (count > ROWS_MAX ? [{ code: 'too-many-rows', n: ROWS_MAX }] : []);

function readTemplate(text: string): ListReading {
  const read = readJson(text);
  if (read.kind === 'refused') return { kind: 'broken-json', problems: read.problems, total: read.total };
  return { ...NOTHING, rows: read.rows, facts: read.facts, notes: [] };
}

function readFreeText(lines: readonly string[]): ListReading {
  const filled = lines.map((text, index) => ({ line: index + 1, text: text.trim() })).filter(({ text }) => text !== '');
  const named = filled[0] !== undefined && filled.length > 1 && isHeading([filled[0].text]) ? filled.slice(1) : filled;
  return { ...NOTHING, rows: rowsOfLines(readLines(named.slice(0, ROWS_MAX))), notes: tooMany(named.length) };
}
