import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { staffViewOf } from './staff-view.js';

const { bans, creates, joins, reportsName, requestsSeat, selects, starts, user } = steps;
const playing = [creates(), joins('ann'), joins('ben'), starts()];

describe('what operators see of a game', () => {
  it('includes the answer of the question that is played', () => {
    const { question } = staffViewOf(given(...playing, selects('q100')).game());
    expect(question).toMatchObject({ category: 'TV', points: 100, answer: 'Answer 100' });
    expect(staffViewOf(given(...playing).game()).question).toBeNull();
  });

  it('lists all players, removed ones too, and who asks for a seat', () => {
    const { players, seatRequests } = staffViewOf(given(...playing, bans('ben'), requestsSeat('cem', 'ann')).game());
    expect(players.map(({ id, seat, removed }) => [id, seat, removed])).toEqual([
      [user('ann'), 1, null],
      [user('ben'), 2, 'banned'],
    ]);
    expect(seatRequests).toMatchObject([{ playerId: user('cem'), seat: 1, name: 'ann' }]);
  });

  it('lists reported names, and not who reported them', () => {
    const game = given(...playing, reportsName('ann', 'ben')).game();
    expect(staffViewOf(game).reported).toEqual([{ id: 'ben', seat: 2, name: 'ben', reports: 1 }]);
    expect(staffViewOf(given(...playing).game())).not.toHaveProperty('reported');
  });

  it('holds nothing by which a device or a browser can be told', () => {
    const view = JSON.stringify(staffViewOf(given(...playing, requestsSeat('cem', 'ann', 'hash-1', 'hash-2')).game()));
    expect(view).not.toMatch(/hash/i);
  });
});
