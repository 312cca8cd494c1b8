import { MINUTE_MS, QUESTION_WIDTHS } from '../facts/questions.js';
import { byDay, type Measure, type Figure, FIGURES } from '../tally/measures.js';
import { type BucketRange, bucketRanges, DAY_MS, QUARTER_MS, HOUR_MS } from '../tally/time-buckets.js';
import type { Analytics } from '@earworm/contracts';

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

type Day = Analytics['days'][number];
type Hour = NonNullable<Analytics['hours']>[number];

/** `step`: the day, or the start of the hour in ms since the epoch. */
export type StepRow = { readonly step: string } & Readonly<Partial<Record<Figure, string>>>;

const nothing = () => ({
  guestSessions: 0,
  registeredSessions: 0,
  views: 0,
  gamesCreated: 0,
  gamesStarted: 0,
  gamesCompleted: 0,
  joins: 0,
  presses: 0,
  right: 0,
  wrong: 0,
  nobody: 0,
  errors: 0,
});

/** Counted at UTC noon, which no daylight saving shifts into another day. */
export function calendar(from: string, to: string): string[] {
  const first = Date.parse(`${from}T12:00:00Z`);
  const length = Math.round((Date.parse(`${to}T12:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, length) }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

export const daysOf = (from: string, to: string, rows: readonly StepRow[]): Day[] =>
  filled(new Map(calendar(from, to).map((day) => [day, { day, ...nothing() }])), rows);

export function hoursOf({ from, to }: Span, rows: readonly StepRow[]): Hour[] {
  const length = Math.round((to.getTime() - from.getTime()) / HOUR_MS);
  const hours = Array.from({ length }, (_, i) => ({ at: from.getTime() + i * HOUR_MS, ...nothing() }));
  return filled(new Map(hours.map((hour) => [String(hour.at), hour])), rows);
}

function filled<T extends Record<Figure, number>>(steps: ReadonlyMap<string, T>, rows: readonly StepRow[]): T[] {
  for (const row of rows) {
    const step: Record<Figure, number> | undefined = steps.get(row.step);
    if (step !== undefined) for (const figure of FIGURES) step[figure] = Number(row[figure] ?? 0);
  }
  return [...steps.values()];
}
