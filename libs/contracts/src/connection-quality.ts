/** Of the connection of a phone, where the order of buzzes is corrected by it. */
export const CONNECTION_QUALITIES = ['good', 'slow', 'unsteady'] as const;
export type ConnectionQuality = (typeof CONNECTION_QUALITIES)[number];

/** Fewer may all have met the same moment. */
const ENOUGH = 3;
/** Above it, the credit of a slow connection is used up soon. */
const SLOW_MS = 150;
/** By how much the usual round trip is above the best. */
const UNSTEADY_MS = 60;

/** By the last few round trips; null while too little is known. */
export function connectionQuality(roundTripsMs: readonly number[]): ConnectionQuality | null {
  if (roundTripsMs.length < ENOUGH) return null;
  const sorted = [...roundTripsMs].sort((a, b) => a - b);
  const [best = 0, usual = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  if (usual - best > UNSTEADY_MS) return 'unsteady';
  return best > SLOW_MS ? 'slow' : 'good';
}
