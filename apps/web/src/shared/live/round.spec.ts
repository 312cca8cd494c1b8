import { describe, expect, it } from '@jest/globals';
import { gainsNow, nextPicker, roundOf } from './round.js';
import type { UserId } from '@earworm/rules';
import { aCurrent, aView } from '../../testing/views.js';
import { clock, seconds } from './times.js';

/** A board of one category with so many questions, the first of them played. */
const boardOf = (total: number, played: number) => {
  const [category] = aView().categories;
  const question = category!.questions[0]!;
  const questions = Array.from({ length: total }, (_, at) => ({ ...question, answered: at < played }));
  return aView({ categories: [{ ...category!, questions }], nextSelector: null });
};
const trial = (over = {}) => aView({ timeTrialMode: true, current: aCurrent(over) });

describe('a round on the screen', () => {
  it('loses 5 points a second in time trial and never goes below nothing', () => {
    expect(gainsNow(trial(), 300, 1_999).right).toBe(300);
    expect(gainsNow(trial(), 300, 2_000).right).toBe(295);
    expect(gainsNow(trial(), 300, 11_500).right).toBe(250);
    expect(gainsNow(trial(), 20, 61_000).right).toBe(0);
  });

  it('excludes paused time from the time trial', () => {
    expect(gainsNow(trial({ pausedMs: 4_000 }), 300, 11_000).right).toBe(270);
    expect(gainsNow(trial({ timeTrialPaused: true, timeTrialPausedAt: 3_000 }), 300, 90_000).right).toBe(290);
  });

  it('keeps the recorded time during an answer', () => {
    expect(gainsNow(trial({ queueLength: 1, timeTrialElapsedSeconds: 7 }), 300, 90_000).right).toBe(265);
  });

  it('offers its full points outside time trial', () => {
    expect(gainsNow(aView({ current: aCurrent() }), 300, 90_000).right).toBe(300);
  });

  it('costs half the points when wrong, rounded down', () => {
    expect(gainsNow(trial({ queueLength: 1, timeTrialElapsedSeconds: 9 }), 300, 0).wrong).toBe(-150);
    expect(gainsNow(trial(), 25, 0).wrong).toBe(-12);
  });

  it('shows the number of its question already while that is being picked, from 1 to the last', () => {
    const numbers = [0, 1, 2, 3].flatMap((played) => {
      const view = boardOf(3, played);
      const picking = roundOf(view).number;
      return played === 3 ? [picking] : [picking, roundOf({ ...view, current: aCurrent() }).number];
    });
    expect(numbers).toEqual([1, 1, 2, 2, 3, 3, 3]);
    expect(roundOf(boardOf(0, 0))).toEqual({ number: 1, played: 0, total: 0 });
  });

  it('names who picks next until the last question has been picked', () => {
    const byAda = { nextSelector: { id: 'ada' as UserId, name: 'Ada' } };
    expect(nextPicker({ ...boardOf(2, 0), ...byAda, current: aCurrent() })).toBe('Ada');
    expect(nextPicker({ ...boardOf(2, 1), ...byAda })).toBe('Ada');
    expect(nextPicker(boardOf(2, 1))).toBe(aView().moderatorName);
    expect(nextPicker({ ...boardOf(2, 1), ...byAda, current: aCurrent() })).toBeNull();
    expect(nextPicker({ ...boardOf(2, 2), ...byAda })).toBeNull();
    expect(nextPicker({ ...boardOf(1, 0), ...byAda })).toBe('Ada');
  });

  it('writes times as people read them', () => {
    expect([clock(74_300), clock(0), seconds(182)]).toEqual(['1:14', '0:00', '0.18 s']);
  });
});
