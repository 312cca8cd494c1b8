import { median, percentile } from '../load/percentiles.js';

/** What a process uses: so much by itself, and more for each of some things. */
export type Terms = readonly number[];

export interface Observation {
  /** How much there was of each thing. */
  readonly amounts: Terms;
  readonly used: number;
}

export interface FitOptions {
  /** Errors of smaller figures are taken relative to this one. */
  readonly floor: number;
}

export const predict = (terms: Terms, amounts: Terms): number =>
  terms.reduce((sum, term, i) => sum + term * (amounts[i] ?? 0), 0);

/**
 * Least squares of the relative errors, none of the terms negative: more of something does not cost less. Of few terms
 * every subset is tried, so the best one is found.
 */
export function fit(observations: readonly Observation[], { floor }: FitOptions): Terms {
  const count = observations[0]?.amounts.length ?? 0;
  const rows = observations.map(({ amounts, used }) => {
    const weight = 1 / Math.max(floor, used);
    return { amounts: amounts.map((amount) => amount * weight), used: used * weight };
  });
  let best: { readonly terms: Terms; readonly error: number } | undefined;
  for (let subset = 1; subset < 2 ** count; subset++) {
    const members = Array.from({ length: count }, (_, i) => i).filter((i) => subset & (1 << i));
    const solved = solve(rows, members);
    if (solved === null || solved.some((term) => term < 0)) continue;
    const terms = Array.from({ length: count }, (_, i) => solved[members.indexOf(i)] ?? 0);
    const error = rows.reduce((sum, { amounts, used }) => sum + (predict(terms, amounts) - used) ** 2, 0);
    if (best === undefined || error < best.error) best = { terms, error };
  }
  return best?.terms ?? Array.from({ length: count }, () => 0);
}

/** By the normal equations; null when they have no single solution. */
function solve(rows: readonly Observation[], members: readonly number[]): number[] | null {
  const matrix = members.map((i) => [
    ...members.map((j) => rows.reduce((sum, { amounts }) => sum + (amounts[i] ?? 0) * (amounts[j] ?? 0), 0)),
    rows.reduce((sum, { amounts, used }) => sum + (amounts[i] ?? 0) * used, 0),
  ]);
  // Things are counted in ones and in tens of thousands: each is scaled by its own size before they are compared.
  const scales = members.map((_, i) => Math.sqrt(matrix[i]?.[i] ?? 0));
  if (scales.some((scale) => scale === 0)) return null;
  matrix.forEach((row, i) => row.forEach((value, j) => (row[j] = value / scales[i]! / (scales[j] ?? 1))));
  for (let column = 0; column < members.length; column++) {
    const pivot = matrix.slice(column).reduce((most, row) => Math.max(most, Math.abs(row[column]!)), 0);
    if (pivot < 1e-9) return null;
    const at = matrix.findIndex((row, i) => i >= column && Math.abs(row[column]!) === pivot);
    [matrix[column], matrix[at]] = [matrix[at]!, matrix[column]!];
    for (let other = 0; other < members.length; other++) {
      if (other === column) continue;
      const factor = matrix[other]![column]! / matrix[column]![column]!;
      matrix[other] = matrix[other]!.map((value, i) => value - factor * matrix[column]![i]!);
    }
  }
  return members.map((_, i) => matrix[i]!.at(-1)! / matrix[i]![i]! / scales[i]!);
}

export interface ModelError {
  /** Of the relative errors, as shares: 0.1 is ten percent. */
  readonly median: number;
  readonly worst: number;
}

/** How far off the model is in groups of observations that it was not fitted to: each group is left out once. */
export function leaveOneOut<T>(
  observations: readonly (Observation & { readonly group: T })[],
  options: FitOptions,
): ModelError {
  const errors = [...new Set(observations.map(({ group }) => group))].flatMap((left) => {
    const terms = fit(
      observations.filter(({ group }) => group !== left),
      options,
    );
    return observations
      .filter(({ group }) => group === left)
      .map(({ amounts, used }) => Math.abs(predict(terms, amounts) - used) / Math.max(options.floor, used));
  });
  return { median: median(errors), worst: percentile(errors, 1) };
}
