import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { systemClock } from './clock.js';

describe('The clock of games', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('does not follow the clock of the machine when that is set back or forth', () => {
    const before = systemClock.now();
    const real = Date.now();
    expect(Math.abs(before - real)).toBeLessThan(5_000);
    for (const jump of [-3_600_000, 3_600_000]) {
      jest.spyOn(Date, 'now').mockReturnValue(real + jump);
      const after = systemClock.now();
      expect(after - before).toBeGreaterThanOrEqual(0);
      expect(after - before).toBeLessThan(5_000);
    }
  });
});
