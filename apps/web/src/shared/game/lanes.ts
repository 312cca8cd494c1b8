import type { CategoryView } from '@earworm/rules';

/** Tiles below each other that are readable on a laptop and from the back of a room. */
const ROWS_SHOWN = 8;
/** Tiles side by side on the narrow board beside a round. */
const LANES_SHOWN = 6;

export interface Lanes {
  readonly lanes: number;
  readonly rows: number;
}

/** A long category of a board with few of them takes several tiles side by side, read line by line. */
export function lanesOf(categories: readonly CategoryView[]): Lanes {
  const longest = Math.max(1, ...categories.map(({ questions }) => questions.length));
  const most = Math.max(1, Math.floor(LANES_SHOWN / Math.max(1, categories.length)));
  const lanes = Math.min(most, Math.ceil(longest / ROWS_SHOWN));
  return { lanes, rows: Math.ceil(longest / lanes) };
}
