import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS, EIGHT_DAYS_MS, bucketRanges, QUARTER_MS } from './time-buckets.js';

const WIDTHS = [QUARTER_MS, DAY_MS, EIGHT_DAYS_MS];
const moment = fc.integer({ min: 0, max: 96 * 400 }).map((quarters) => quarters * QUARTER_MS);

describe('bucket ranges of a time range', () => {
  it('covers the range without gaps, each bucket starting at a multiple of its width', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const pieces = bucketRanges(from, to, WIDTHS);
        expect([from, ...pieces.map((piece) => piece.to)]).toEqual([...pieces.map((piece) => piece.from), to]);
        for (const piece of pieces) {
          expect(piece.from % piece.width).toBe(0);
          expect(piece.to % piece.width).toBe(0);
          expect(WIDTHS).toContain(piece.width);
        }
      }),
    );
  });

  it('needs fewer than 110 buckets for a month', () => {
    const from = Date.parse('2026-10-22T22:00:00Z');
    const pieces = bucketRanges(from, from + 30 * DAY_MS, WIDTHS);
    expect(pieces.reduce((sum, { width, from, to }) => sum + (to - from) / width, 0)).toBeLessThan(110);
  });
});
