import { describe, expect, it } from '@jest/globals';
import type { CategoryView } from '@earworm/rules';
import { lanesOf } from './lanes.js';

const board = (...lengths: number[]) =>
  lengths.map((length) => ({ questions: Array.from({ length }) }) as unknown as CategoryView);

describe('the lanes of a board', () => {
  it.each([
    [board(), 1, 1],
    [board(5, 5, 5), 1, 5],
    [board(8), 1, 8],
    [board(9), 2, 5],
    [board(30), 4, 8],
    [board(30, 3), 3, 10],
    [board(12, 4, 9), 2, 6],
    [board(12, 12, 12, 12), 1, 12],
    [board(90), 6, 15],
  ])('spread the questions so that few rows stand below each other (%#)', (categories, lanes, rows) => {
    expect(lanesOf(categories)).toEqual({ lanes, rows });
  });
});
