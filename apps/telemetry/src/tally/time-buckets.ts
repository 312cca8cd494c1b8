/** Widths of the buckets in which counts are kept: wide ones save reads of a month. ms. */
export const QUARTER_MS = 15 * 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const EIGHT_DAYS_MS = 8 * DAY_MS;

export const startOf = (width: number, at: number): number => Math.floor(at / width) * width;

export interface BucketRange {
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/** Covers a time range once, with buckets as wide as possible. `widths`: ascending; both ends are multiples of the first. */
export function bucketRanges(from: number, to: number, widths: readonly number[]): BucketRange[] {
  const width = widths.at(-1);
  if (width === undefined || from >= to) return [];
  const narrower = widths.slice(0, -1);
  const first = startOf(width, from + width - 1);
  const last = startOf(width, to);
  if (first >= last) return bucketRanges(from, to, narrower);
  return [
    ...bucketRanges(from, first, narrower),
    { width, from: first, to: last },
    ...bucketRanges(last, to, narrower),
  ];
}
