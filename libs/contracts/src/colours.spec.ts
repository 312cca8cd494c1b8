import { describe, expect, it } from '@jest/globals';
import { contrastOf, hasContrast } from './colours.js';

describe('contrast of two colours', () => {
  it('equals the ratios that WCAG gives', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2);
  });

  it('gives the same ratio in both orders, and 1 for equal colours', () => {
    expect(contrastOf('#12ab9f', '#fedcba')).toBe(contrastOf('#fedcba', '#12ab9f'));
    expect(contrastOf('#12ab9f', '#12ab9f')).toBe(1);
  });

  it('accepts text from a ratio of 4.5', () => {
    expect(hasContrast('#767676', '#ffffff')).toBe(true);
    expect(hasContrast('#777777', '#ffffff')).toBe(false);
  });
});
