/** Nearest rank; null of nothing. */
export function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export const rounded = (value: number | null, digits = 2): number | null =>
  value === null ? null : Number(value.toFixed(digits));
