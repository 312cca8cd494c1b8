import { MINUTE_MS, QUESTION_WIDTHS } from '../facts/questions.js';
import { byDay, type Measure } from '../tally/measures.js';
import { type BucketRange, bucketRanges, DAY_MS, QUARTER_MS } from '../tally/time-buckets.js';

/** `to` is exclusive. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** An SQL condition for the buckets of a span, each time once. */
export interface BucketCondition {
  readonly condition: string;
  readonly values: readonly unknown[];
}

/** @param before number of the query's parameters before `values` */
function conditionFor(
  span: Span,
  widths: readonly number[],
  before: number,
  kind: (range: BucketRange) => unknown,
  is: string,
): BucketCondition {
  const ranges = bucketRanges(span.from.getTime(), span.to.getTime(), widths);
  const $ = (i: number, n: number) => `$${before + 3 * i + n}`;
  const each = ranges.map((_, i) => `(${is.replace('?', $(i, 1))} and quarter >= ${$(i, 2)} and quarter < ${$(i, 3)})`);
  return {
    condition: each.length === 0 ? 'false' : `(${each.join(' or ')})`,
    values: ranges.flatMap((range) => [kind(range), new Date(range.from), new Date(range.to)]),
  };
}

export const talliedIn = (span: Span, measures: readonly Measure[], before = 0): BucketCondition =>
  conditionFor(
    span,
    [QUARTER_MS, DAY_MS],
    before,
    ({ width }) => (width === DAY_MS ? measures.map(byDay) : measures),
    'measure = any(?)',
  );

export const bucketsIn = (span: Span): BucketCondition =>
  conditionFor(span, QUESTION_WIDTHS, 0, ({ width }) => width / MINUTE_MS, 'minutes = ?');
