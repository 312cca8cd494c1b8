import { describe, expect, it } from '@jest/globals';
import { mergeHistograms, quantileOf, RollingHistogram } from './vitals.js';

describe('the spread of a value over the last minute', () => {
  it('gives quantiles at most a tenth too high', () => {
    const spread = new RollingHistogram(() => 0);
    for (let ms = 1; ms <= 1_000; ms++) spread.observe(ms);
    for (const [share, exact] of [
      [0.5, 500],
      [0.99, 990],
    ] as const) {
      const value = quantileOf(spread.counts, share) ?? 0;
      expect(value).toBeGreaterThanOrEqual(exact);
      expect(value).toBeLessThanOrEqual(exact * 1.1);
    }
  });

  it('drops values older than a minute, however long it was not read', () => {
    let now = 0;
    const spread = new RollingHistogram(() => now);
    spread.observe(5);
    now = 45_000;
    spread.observe(50);
    expect(spread.counts.reduce((a, b) => a + b)).toBe(2);
    now = 65_000;
    expect(spread.counts.reduce((a, b) => a + b)).toBe(1);
    now = 10_000_000;
    expect(quantileOf(spread.counts, 0.5)).toBeNull();
  });

  it('adds up over instances, and accepts values beyond its range', () => {
    const [one, other] = [new RollingHistogram(() => 0), new RollingHistogram(() => 0)];
    one.observe(0);
    other.observe(1e9);
    expect(quantileOf(mergeHistograms([one.counts, other.counts]), 0.5)).toBeLessThan(0.1);
    expect(quantileOf(mergeHistograms([one.counts, other.counts]), 0.99)).toBeGreaterThan(9_000);
  });
});
