import { describe, expect, it } from '@jest/globals';
import * as constants from './constants.js';
import { gainFor, nextPointValue } from './points.js';

describe('The suggested point value', () => {
  it.each([
    [[], 100],
    [[100], 200],
    [[100, 200, 300], 400],
    [[200, 300], 100],
    [[300, 100], 200],
    [[100, 100, 200], 300],
    [[50, 75, 0, -100], 100],
    [[NaN, Infinity], 100],
  ])('after %j is %d', (points, next) => {
    expect(nextPointValue(points)).toBe(next);
  });

  it.each([null, undefined, 'x', 100, {}])('defaults to 100 for what is no list: %j', (invalid) => {
    expect(nextPointValue(invalid as never)).toBe(100);
  });
});

describe('What a verdict changes', () => {
  it('avoids negative zero, which JSON would not keep', () => {
    expect(Object.is(gainFor({ correct: false, points: 0, elapsedSeconds: null }), 0)).toBe(true);
    expect(Object.is(gainFor({ correct: false, points: 1, elapsedSeconds: null }), 0)).toBe(true);
    expect(gainFor({ correct: true, points: 10, elapsedSeconds: 3 })).toBe(0);
  });
});

describe('The numbers of the product', () => {
  it('match the rule book', () => {
    expect(constants).toMatchObject({
      GAME_CODE_LENGTH: 6,
      NAME_MAX_LENGTH: 20,
      PASSWORD_MIN_LENGTH: 6,
      POINTS_START: 100,
      POINTS_STEP: 100,
      TIME_TRIAL_POINTS_PER_SECOND: 5,
      STARTING_SCORE: 0,
      GAME_HISTORY_LIMIT: 20,
    });
  });

  it('a game code uses each capital letter and digit but I, O, 0 and 1', () => {
    expect(constants.GAME_CODE_ALPHABET).toMatch(/^[A-HJ-NP-Z2-9]{32}$/);
    expect(new Set(constants.GAME_CODE_ALPHABET).size).toBe(32);
  });
});
