import { describe, expect, it } from '@jest/globals';
import { LEADERS_SHOWN } from '../constants.js';

import { given } from '../testing/given-when-then.js';
import { startedWith, judges, buzzes, selects, user } from '../testing/steps.js';
import { leadersOf, ranksOf } from './leaders.js';
import { seatOf } from './view-of.js';

describe('The leaders', () => {
  const lines = [
    selects('q100'),
    buzzes('p1', 'q100'),
    judges('p1', false, 'q100'),
    buzzes('p3', 'q100'),
    judges('p3', true, 'q100'),
  ];

  it('go by score, and those of equal score in the order of joining, on the same rank', () => {
    const game = given(...startedWith(4), ...lines).game();
    expect(leadersOf(game).map(({ id, score }) => [id, score])).toEqual([
      ['p3', 100],
      ['p0', 0],
      ['p2', 0],
      ['p1', -50],
    ]);
    expect(['p3', 'p0', 'p2', 'p1'].map((who) => seatOf(game, user(who))?.rank)).toEqual([1, 2, 2, 4]);
    expect(ranksOf(leadersOf(game))).toEqual([1, 2, 2, 4]);
  });

  it(`include the best ${LEADERS_SHOWN} of a larger game`, () => {
    const game = given(...startedWith(LEADERS_SHOWN + 2), ...lines).game();
    const ids = leadersOf(game).map(({ id }) => id);
    expect(ids).toHaveLength(LEADERS_SHOWN);
    expect(ids.slice(0, 3)).toEqual(['p3', 'p0', 'p2']);
    expect(ids).not.toContain('p1');
    expect(ids.at(-1)).toBe(`p${LEADERS_SHOWN}`);
    expect(seatOf(game, user('p1'))?.rank).toBe(LEADERS_SHOWN + 2);
  });
});
