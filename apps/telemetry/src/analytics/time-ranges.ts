import { MINUTE_MS, QUESTION_WIDTHS } from '../facts/questions.js';
import { byDay, type Measure } from '../tally/measures.js';
import { DAY_MS, type Piece, piecesOf, QUARTER_MS } from '../tally/time-buckets.js';
import type { Span } from './span.js';

/** Which rows make up a span, each fact once. `condition` never is empty. */
export interface Stretches {
  readonly condition: string;
  readonly values: readonly unknown[];
}

/** @param before parameters that the query has in front of these */
function stretches(span: Span, widths: readonly number[], before: number, kind: (piece: Piece) => unknown, is: string) {
  const pieces = piecesOf(span.from.getTime(), span.to.getTime(), widths);
  const $ = (i: number, n: number) => `$${before + 3 * i + n}`;
  const each = pieces.map((_, i) => `(${is.replace('?', $(i, 1))} and quarter >= ${$(i, 2)} and quarter < ${$(i, 3)})`);
  return {
    condition: each.length === 0 ? 'false' : `(${each.join(' or ')})`,
    values: pieces.flatMap((piece) => [kind(piece), new Date(piece.from), new Date(piece.to)]),
  };
}

/** Rows of `tally`: whole days of UTC by their sums, the hours at both ends by the quarter. */
export const talliedIn = (span: Span, measures: readonly Measure[], before = 0): Stretches =>
  stretches(
    span,
    [QUARTER_MS, DAY_MS],
    before,
    ({ width }) => (width === DAY_MS ? measures.map(byDay) : measures),
    'measure = any(?)',
  );

/** Rows of `question_tally`. */
export const askedIn = (span: Span): Stretches =>
  stretches(span, QUESTION_WIDTHS, 0, ({ width }) => width / MINUTE_MS, 'minutes = ?');
