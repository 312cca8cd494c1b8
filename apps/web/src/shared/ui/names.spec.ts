import { describe, expect, it } from '@jest/globals';
import { initialOf, letters, nameWidth } from './names.js';

describe('initial of a name', () => {
  it.each([
    ['ada', 'A'],
    ['éva', 'É'],
    ['עומר', 'ע'],
    ['🇩🇪 team', '🇩🇪'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['', ''],
  ])('shortens “%s” to “%s”', (name, initial) => {
    expect(initialOf(name)).toBe(initial);
  });
});

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
