import { describe, expect, it } from '@jest/globals';
import { Allowance } from './allowance.js';

const options = { burst: 20, perSecond: 20, advance: 20, pace: { burst: 8, perSecond: 200 } };

describe('the allowance of a user', () => {
  it('gives a part of a burst at once, and the rest one after the other, so that others do not notice', () => {
    const allowance = new Allowance(options, () => 0);
    expect(Array.from({ length: 5 }, () => allowance.take('eve', 4))).toEqual([0, 0, 20, 40, 60]);
  });

  it('lets what comes beyond the burst wait until its points are there, and refuses what would wait longer', () => {
    const allowance = new Allowance(options, () => 0);
    const waits = Array.from({ length: 11 }, () => allowance.take('eve', 4));
    expect(waits.slice(5)).toEqual([200, 400, 600, 800, 1_000, null]);
    expect(allowance.secondsFor(40)).toBe(2);
  });

  it('counts every user alone', () => {
    const allowance = new Allowance(options, () => 0);
    for (let i = 0; i < 20; i++) allowance.take('eve', 4);
    expect(allowance.take('ann', 4)).toBe(0);
  });
});
