const WHOLE_SONG_MS = 60_000;

/** ms, rounded to 1 or 5 s: a recording could be looked up by its exact length. */
export function roundedLengthMs(exactMs: number): number {
  const step = exactMs < WHOLE_SONG_MS ? 1_000 : 5_000;
  return Math.max(1_000, Math.round(exactMs / step) * step);
}
