import { describe, expect, it } from '@jest/globals';
import { penaltyOf, pointsNow, rankOf, roundOf } from './round.js';
import { aCurrent, anOwnSeat, aView } from './testing.js';
import { clock, gain, ordinal, score, seconds } from './words.js';

const trial = (over = {}) => aView({ timeTrialMode: true, current: aCurrent(over) });

describe('a round on the screen', () => {
  it('loses 5 points a second in time trial and never goes below nothing', () => {
    expect(pointsNow(trial(), 300, 1_999)).toBe(300);
    expect(pointsNow(trial(), 300, 2_000)).toBe(295);
    expect(pointsNow(trial(), 300, 11_500)).toBe(250);
    expect(pointsNow(trial(), 20, 61_000)).toBe(0);
  });

  it('does not count the time that was paused', () => {
    expect(pointsNow(trial({ pausedMs: 4_000 }), 300, 11_000)).toBe(270);
    expect(pointsNow(trial({ timeTrialPaused: true, timeTrialPausedAt: 3_000 }), 300, 90_000)).toBe(290);
  });

  it('stands still at the recorded time while somebody answers', () => {
    expect(pointsNow(trial({ queueLength: 1, timeTrialElapsedSeconds: 7 }), 300, 90_000)).toBe(265);
  });

  it('is worth its full points outside time trial', () => {
    expect(pointsNow(aView({ current: aCurrent() }), 300, 90_000)).toBe(300);
  });

  it('costs half the points when wrong, rounded down', () => {
    expect(penaltyOf(300)).toBe(150);
    expect(penaltyOf(25)).toBe(12);
  });

  it('counts rounds by questions played', () => {
    expect(roundOf(aView())).toEqual({ number: 1, total: 3 });
    expect(roundOf(aView({ current: aCurrent() }))).toEqual({ number: 2, total: 3 });
  });

  it('ranks a player by the leaders, and beyond them by the last snapshot', () => {
    const leaders = [{ id: 'ada' }, { id: 'leo' }];
    expect(rankOf(aView({ leaders }), anOwnSeat())).toBe(2);
    expect(rankOf(aView(), anOwnSeat({ rank: 212 }))).toBe(212);
  });

  it('writes numbers as people read them', () => {
    expect([score(1250), score(-50), gain(300), gain(-150), gain(0)]).toEqual(['1,250', '−50', '+300', '−150', '±0']);
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 102nd');
    expect([clock(74_300), clock(0), seconds(182)]).toEqual(['1:14', '0:00', '0.18 s']);
  });
});
