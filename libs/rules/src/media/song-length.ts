const WHOLE_SONG_MS = 60_000;

/**
 * A song's length as players and stage are told it, ms. A recording can be looked up by its exact length: an excerpt is
 * rounded to seconds, a whole song to five, which is less than two bars of the wave that is drawn from it.
 */
export function roundedLengthMs(exactMs: number): number {
  const step = exactMs < WHOLE_SONG_MS ? 1_000 : 5_000;
  return Math.max(1_000, Math.round(exactMs / step) * step);
}
