import type { Leader } from '@earworm/rules';
import { nameWidth } from '../../shared/ui/names.js';

const ROWS = 8;
const LINE = 17;
const SECOND_LINE = 0.5;

/** The last row tells how many players are not listed. */
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
