import { POINTS_START, POINTS_STEP, TIME_TRIAL_POINTS_PER_SECOND } from './constants.js';

/** `elapsedSeconds`, null outside time trial, lowers what a right answer earns. A wrong one costs half of the points. */
export function gainFor(verdict: {
  readonly correct: boolean;
  readonly points: number;
  readonly elapsedSeconds: number | null;
}): number {
  // Not a unary minus: that would make -0, which JSON does not keep.
  if (!verdict.correct) return 0 - Math.floor(verdict.points / 2);
  return Math.max(0, verdict.points - TIME_TRIAL_POINTS_PER_SECOND * (verdict.elapsedSeconds ?? 0));
}

/** The first multiple of 100 that none of a category's questions has. */
export function nextPointValue(points: readonly number[]): number {
  const used = new Set(Array.isArray(points) ? points : []);
  let value = POINTS_START;
  while (used.has(value)) value += POINTS_STEP;
  return value;
}
