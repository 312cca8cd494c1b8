import type { Leader } from '@earworm/rules';
import { nameWidth } from '../../shared/ui/names.js';

/** Rows of one line that fit beside the round in letters that can be read from the back. */
const ROWS = 8;
/** Ordinary letters of one line, and what a second line takes of a row. */
const LINE = 17;
const SECOND_LINE = 0.5;

/** How many of the leaders the stage has room for; with more players than that, a row is left to say how many more. */
export function rowsThatFit(leaders: readonly Pick<Leader, 'name'>[], playerCount: number): number {
  const within = (rows: number): number => {
    let used = 0;
    const over = leaders.findIndex(({ name }) => {
      used += nameWidth(name) > LINE ? 1 + SECOND_LINE : 1;
      return used > rows;
    });
    return over < 0 ? leaders.length : over;
  };
  return within(ROWS) >= playerCount ? playerCount : within(ROWS - 1);
}
