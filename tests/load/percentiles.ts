/** Nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Of some times, ms. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

export const timesOf = (values: readonly number[]): Times => ({
  p50: rounded(median(values)),
  p99: rounded(percentile(values, 0.99)),
  count: values.length,
});

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
