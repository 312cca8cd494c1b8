import { describe, expect, it } from '@jest/globals';
import { letters, nameWidth } from './name-width.js';

describe('nameWidth', () => {
  it('counts wide letters and emoji as more than one, marks and joiners as none', () => {
    expect(nameWidth('Ada')).toBe(3);
    expect(nameWidth('W'.repeat(20))).toBeCloseTo(34);
    expect(nameWidth('e\u0301')).toBe(1);
    expect(nameWidth('👍🏽')).toBeGreaterThan(1);
  });

  it('gives short names the size of eight letters, so that they do not grow beyond their place', () => {
    expect(letters('Al')).toEqual({ '--letters': 8 });
    expect(letters('W'.repeat(20))).toEqual({ '--letters': 34 });
  });
});
