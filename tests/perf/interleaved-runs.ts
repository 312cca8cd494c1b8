import { median } from '../load/percentiles.js';

/** Figures of the same action, measured in turns where little is and where much is. */
export interface InterleavedRuns {
  readonly small: readonly number[];
  readonly large: readonly number[];
}

/** What is no slower than this is shown with the same frame or the next one. */
const FRAME_MS = 1_000 / 60;

/** In turns, so that anything else that the machine does affects both alike. */
export async function interleave(
  turns: number,
  small: (turn: number) => Promise<readonly number[]>,
  large: (turn: number) => Promise<readonly number[]>,
): Promise<InterleavedRuns> {
  const figures: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let turn = 0; turn < turns; turn++) {
    figures.small.push(...(await small(turn)));
    figures.large.push(...(await large(turn)));
  }
  return figures;
}

/** The large median divided by the small one, after subtracting one frame, which is invisible. */
export const visibleRatio = ({ small, large }: InterleavedRuns): number =>
  Math.max(0, median(large) - FRAME_MS) / median(small);

export const worst = (ratios: Readonly<Record<string, number>>): number => Math.max(...Object.values(ratios));
