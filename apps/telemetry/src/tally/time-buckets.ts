/** How long the stretches are over which counts are kept: the longer, the fewer are read for a month. ms. */
export const QUARTER_MS = 15 * 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const EIGHT_DAYS_MS = 8 * DAY_MS;

/** The beginning of the stretch of so many ms, counted from the epoch in UTC, that a time falls into. */
export const startOf = (width: number, at: number): number => Math.floor(at / width) * width;

export interface Piece {
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/** Cuts a time into as wide stretches as fit, each once. `widths` from the narrowest on; both ends stand at one of it. */
export function piecesOf(from: number, to: number, widths: readonly number[]): Piece[] {
  const width = widths.at(-1);
  if (width === undefined || from >= to) return [];
  const narrower = widths.slice(0, -1);
  const first = startOf(width, from + width - 1);
  const last = startOf(width, to);
  if (first >= last) return piecesOf(from, to, narrower);
  return [...piecesOf(from, first, narrower), { width, from: first, to: last }, ...piecesOf(last, to, narrower)];
}
