/** Nearest rank; null of nothing. */
export function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** Of some times, ms. */
export interface Times {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly count: number;
}

export const timesOf = (values: readonly number[]): Times => ({
  p50: rounded(percentile(values, 0.5)),
  p99: rounded(percentile(values, 0.99)),
  count: values.length,
});

export const rounded = (value: number | null, digits = 2): number | null =>
  value === null ? null : Number(value.toFixed(digits));
