/** Figures of the same action, measured in turns where little is and where much is. */
export interface SideBySide {
  readonly small: readonly number[];
  readonly large: readonly number[];
}

/** What is no slower than this is shown with the same frame or the next one. */
const FRAME_MS = 1_000 / 60;

/** In turns, so that whatever else the machine does meets both alike. */
export async function inTurns(
  turns: number,
  small: (turn: number) => Promise<readonly number[]>,
  large: (turn: number) => Promise<readonly number[]>,
): Promise<SideBySide> {
  const figures: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let turn = 0; turn < turns; turn++) {
    figures.small.push(...(await small(turn)));
    figures.large.push(...(await large(turn)));
  }
  return figures;
}

/** The figure at this share of all, sorted; the median by default. */
export const quantile = (figures: readonly number[], share = 0.5): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0;

/** The large median divided by the small one, after subtracting one frame, which is invisible. */
export const feltRatio = ({ small, large }: SideBySide): number =>
  Math.max(0, quantile(large) - FRAME_MS) / quantile(small);

/** By name, largest last. */
export const worst = (ratios: Readonly<Record<string, number>>): number => Math.max(...Object.values(ratios));
