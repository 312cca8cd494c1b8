import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { systemClock } from './clock.js';

describe('the clock of games', () => {
  afterEach(() => void jest.restoreAllMocks());

  it("ignores changes of the machine's clock", () => {
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
