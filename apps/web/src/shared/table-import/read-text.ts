import { decodeText } from './decode-text.js';
import type { Encoding } from './encodings.js';
import { type Workbook, workbookIn } from './workbook.js';

interface TextFile {
  readonly kind: 'text';
  /** Line ends are `\n`. */
  readonly text: string;
  /** Null where there is no doubt about it. */
  readonly encoding: Encoding | null;
  /** Some lines had another encoding than the rest. */
  readonly mixed: boolean;
}
export type TextReading = TextFile | { readonly kind: 'refused'; readonly code: Workbook | 'not-text' };

/** Characters; a longer line is no table, and would block the page. */
export const LINE_MAX = 20_000;

/** The first line that is too long, from 1; null if none is. */
export function longLineIn(lines: readonly string[]): number | null {
  const at = lines.findIndex((line) => line.length > LINE_MAX);
  return at < 0 ? null : at + 1;
}

export const plainText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** @param languages of the browser, for encodings that only these tell apart */
export function readText(bytes: Uint8Array, languages: readonly string[], wanted?: Encoding): TextReading {
  const workbook = workbookIn(bytes);
  if (workbook !== null) return { kind: 'refused', code: workbook };
  const decoded = decodeText(bytes, languages, wanted);
  if (decoded === null) return { kind: 'refused', code: 'not-text' };
  const encoding = decoded.certain ? null : (decoded.encoding as Encoding);
  return { kind: 'text', text: plainText(decoded.text), encoding, mixed: decoded.mixed };
}
