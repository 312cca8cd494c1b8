import { describe, expect, it } from '@jest/globals';
import { given } from './testing/given-when-then.js';
import { creates, joins, leaves, user } from './testing/steps.js';
import { play } from './testing/given-when-then.js';
import { playerOf } from './players.js';

describe('Finding a player', () => {
  it('works in games that went different ways from one beginning', () => {
    const beginning = given(creates(), joins('ann'));
    const one = [joins('bob'), joins('cem'), leaves('ann')].reduce(play, beginning);
    const other = [joins('cem'), joins('dora'), joins('bob')].reduce(play, beginning);
    const seats = ({ state }: typeof one) =>
      ['ann', 'bob', 'cem', 'dora', 'eve'].map((who) => state.status !== 'none' && playerOf(state, user(who))?.seat);
    expect(seats(beginning)).toEqual([1, undefined, undefined, undefined, undefined]);
    expect(seats(one)).toEqual([1, 2, 3, undefined, undefined]);
    expect(seats(other)).toEqual([1, 4, 2, 3, undefined]);
    expect(seats(one)).toEqual([1, 2, 3, undefined, undefined]);
  });
});
