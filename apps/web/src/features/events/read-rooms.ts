import { SHOW_LIMITS } from '@earworm/contracts';
import type { Encoding } from '../../shared/table-import/encodings.js';
import { readTable, type TableRow } from '../../shared/table-import/read-table.js';
import { longLineIn, readText } from '../../shared/table-import/read-text.js';
import type { Workbook } from '../../shared/table-import/workbook.js';
import { guessRoomColumns, type RoomColumn, ROOMS_TABLE } from './room-columns.js';

export { checkRooms } from './room-lines.js';

export interface ReadRooms {
  readonly kind: 'read';
  readonly delimiter: string;
  readonly columns: readonly RoomColumn[];
  readonly rows: readonly TableRow[];
  /** Null where there is no doubt about it. */
  readonly encoding: Encoding | null;
  readonly mixed: boolean;
  /** Where a quote was never closed. */
  readonly brokenQuoteAt: number | null;
}
export type RoomsReading =
  | ReadRooms
  | {
      readonly kind: 'refused';
      readonly code: 'empty' | 'not-text' | 'no-table' | 'too-many-rows' | 'line-too-long' | Workbook;
      readonly n?: number;
    };

const REFUSED = 'refused' as const;

/** @param languages of the browser, for encodings that only these tell apart */
export function readRooms(bytes: Uint8Array, languages: readonly string[], wanted?: Encoding): RoomsReading {
  const file = readText(bytes, languages, wanted);
  if (file.kind === REFUSED) return file;
  const { text, encoding, mixed } = file;
  if (text.trim() === '') return { kind: REFUSED, code: 'empty' };
  const long = longLineIn(text.split('\n'));
  if (long !== null) return { kind: REFUSED, code: 'line-too-long', n: long };
  // With the heading and one row more, which shows that there are too many.
  const table = readTable(text, { ...ROOMS_TABLE, rowsMax: SHOW_LIMITS.roomsMost + 2 });
  if (table === null) return { kind: REFUSED, code: 'no-table' };
  const { delimiter, headings, rows, brokenQuoteAt } = table;
  if (rows.length > SHOW_LIMITS.roomsMost) return { kind: REFUSED, code: 'too-many-rows' };
  if (rows.length === 0) return { kind: REFUSED, code: 'empty' };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const columns = guessRoomColumns(headings, width);
  return { kind: 'read', delimiter, columns, rows, encoding, mixed, brokenQuoteAt };
}
