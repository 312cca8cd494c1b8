import { describe, expect, it } from '@jest/globals';
import { rowsThatFit } from './rows-that-fit.js';

const named = (count: number, name = 'Ada') => Array.from({ length: count }, () => ({ name }));

describe('rowsThatFit', () => {
  it('shows all of eight players, and seven of nine beside the line that counts the others', () => {
    expect(rowsThatFit(named(8), 8)).toBe(8);
    expect(rowsThatFit(named(9), 9)).toBe(7);
    expect(rowsThatFit(named(50), 2_000)).toBe(7);
  });

  it('shows fewer where names take two lines', () => {
    expect(rowsThatFit(named(5, 'W'.repeat(20)), 5)).toBe(5);
    expect(rowsThatFit(named(6, 'W'.repeat(20)), 6)).toBe(4);
  });

  it('shows no rows in a game without players', () => {
    expect(rowsThatFit([], 0)).toBe(0);
  });
});
