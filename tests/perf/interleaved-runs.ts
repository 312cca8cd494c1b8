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

/** Medians of every figure, by side. Sides run in turns, so that anything else that the machine does affects all alike. */
export async function interleavedMedians<Side extends string, Figure extends string>(
  turns: number,
  sides: Readonly<Record<Side, () => Promise<Readonly<Record<Figure, number>>>>>,
): Promise<Record<Side, Record<Figure, number>>> {
  const names = Object.keys(sides) as Side[];
  const runs = names.map((): Readonly<Record<Figure, number>>[] => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [side, name] of names.entries()) runs[side]?.push(await sides[name]());
  return Object.fromEntries(names.map((name, side) => [name, mediansOf(runs[side] ?? [])])) as Record<
    Side,
    Record<Figure, number>
  >;
}

/** Of every figure of some runs. */
export function mediansOf<Figure extends string>(
  runs: readonly Readonly<Record<Figure, number>>[],
): Record<Figure, number> {
  const figures = Object.keys(runs[0] ?? {}) as Figure[];
  return Object.fromEntries(figures.map((figure) => [figure, median(runs.map((run) => run[figure]))])) as Record<
    Figure,
    number
  >;
}

/** Figures of sides in one table, such as `floor p50Ms`. */
export const bySide = (sides: Readonly<Record<string, Readonly<Record<string, number>>>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sides).flatMap(([side, figures]) =>
      Object.entries(figures).map(([figure, value]) => [`${side} ${figure}`, value]),
    ),
  );

/** The large median divided by the small one, after subtracting one frame, which is invisible. */
export const visibleRatio = ({ small, large }: InterleavedRuns): number =>
  Math.max(0, median(large) - FRAME_MS) / median(small);

export const worst = (ratios: Readonly<Record<string, number>>): number => Math.max(...Object.values(ratios));
