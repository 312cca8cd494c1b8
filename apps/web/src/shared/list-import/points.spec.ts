import { describe, expect, it } from '@jest/globals';
import { POINTS_MAX } from '@earworm/rules';
import { unicodeText } from '@earworm/rules/testing/properties';
import fc from 'fast-check';
import { readPoints } from './points.js';

describe('reading points', () => {
  it.each([
    ['200', 200],
    [' 200 ', 200],
    ['0', 0],
    ['$200', 200],
    ['200 $', 200],
    ['200€', 200],
    ['€ 1.000', 1_000],
    ['US$ 200', 200],
    ['CHF 200.-', 200],
    ['200.0', 200],
    ['200,0', 200],
    ['200.00', 200],
    ['1.000', 1_000],
    ['1,000', 1_000],
    ['1.000,00', 1_000],
    ['1,000.0', 1_000],
    ["1'000", 1_000],
    ['1 000', 1_000],
    ['1\u202f000', 1_000],
    ['100.000', 100_000],
    ['２００', 200],
    ['￥２００', 200],
    ['٢٠٠', 200],
    ['200 Punkte', 200],
    ['200 pts.', 200],
    ['200p', 200],
    ['200点', 200],
    ['+200', 200],
  ])('reads %s as %i', (typed, points) => {
    expect(readPoints(typed)).toBe(points);
  });

  it.each([
    '',
    'lots',
    '-100',
    '1.5',
    '0.500',
    '1.00.0',
    '1,000,0000',
    '12.34.56',
    '100/200',
    '100-200',
    '1e3',
    '1k',
    '50%',
    '1:30',
    '٢٠x٠',
    `${POINTS_MAX + 1}`,
    '99999999999999999999',
  ])('finds no single meaning in %s', (typed) => {
    expect(readPoints(typed)).toBeNull();
  });

  it('reads whole numbers as every spreadsheet writes them', () => {
    const locale = fc.constantFrom('en', 'de', 'fr', 'pl', 'ru', 'hi', 'ar-EG', 'fa', 'ja', 'de-CH', 'pt', 'sv');
    const style = fc.constantFrom<Intl.NumberFormatOptions>(
      {},
      { style: 'currency', currency: 'EUR' },
      { useGrouping: false },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: POINTS_MAX }), locale, style, (points, language, options) => {
        expect(readPoints(new Intl.NumberFormat(language, options).format(points))).toBe(points);
      }),
    );
  });

  it('reads any text without an error, as a whole number that a board allows or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(unicodeText(), fc.stringMatching(/^[\d.,$€ k-]{1,12}$/)), (typed) => {
        const points = readPoints(typed);
        expect(points === null || (Number.isInteger(points) && points >= 0 && points <= POINTS_MAX)).toBe(true);
      }),
    );
  });
});
