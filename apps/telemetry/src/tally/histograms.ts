/** Upper bounds of the bars of each histogram; greater values are in a last bar. */
export const BARS = {
  /** Seconds. */
  sessionLength: [10, 30, 60, 180, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400],
  playersPerGame: [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500],
  /** Milliseconds. */
  timeToPress: [250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 60_000],
} as const;

const ABOVE = 'above';

export const barOf = (bars: readonly number[], value: number): string =>
  String(bars.find((end) => value <= end) ?? ABOVE);

export const barsOf = (bars: readonly number[], counts: ReadonlyMap<string, number>) => [
  ...bars.map((upTo) => ({ upTo, count: counts.get(String(upTo)) ?? 0 })),
  { upTo: null, count: counts.get(ABOVE) ?? 0 },
];
