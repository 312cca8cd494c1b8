import type { Board } from '../../e2e/support/prepared-game.js';

const QUESTIONS = 30;

/** So many categories with thirty questions each. */
export const boardOf = (categories: number): Board =>
  Object.fromEntries(
    Array.from({ length: categories }, (_, c) => [
      `Category ${c + 1}`,
      Array.from({ length: QUESTIONS }, (__, q) => ({ answer: `Answer ${c + 1} ${q + 1}` })),
    ]),
  );
