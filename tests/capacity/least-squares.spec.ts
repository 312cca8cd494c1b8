import { describe, expect, it } from '@jest/globals';
import { fit, leaveOneOut, predict } from './least-squares.js';

const OPTIONS = { floor: 0.01 };
const CELLS = [1, 10, 100, 500].flatMap((rooms) => [1, 5, 20].map((players) => ({ rooms, players })));
const amountsOf = ({ rooms, players }: (typeof CELLS)[number]) => [1, rooms, rooms * players];

describe('capacity model', () => {
  it('recovers the terms that figures were generated from, whatever their sizes', () => {
    const terms = [0.02, 0.0004, 0.000003];
    const observations = CELLS.map((cell) => ({ amounts: amountsOf(cell), used: predict(terms, amountsOf(cell)) }));
    fit(observations, OPTIONS).forEach((term, i) => expect(term / terms[i]!).toBeCloseTo(1, 6));
  });

  it('fits no negative term when figures fall with the number of rooms', () => {
    const observations = CELLS.map((cell) => ({ amounts: amountsOf(cell), used: 1 - cell.rooms / 1_000 }));
    const terms = fit(observations, OPTIONS);
    expect(Math.min(...terms)).toBeGreaterThanOrEqual(0);
    expect(terms[0]).toBeGreaterThan(0.5);
  });

  it('omits a term without data', () => {
    const observations = [1, 2, 3].map((rooms) => ({ amounts: [rooms, 0], used: rooms * 0.5 }));
    const [ofRooms, ofNothing] = fit(observations, OPTIONS);
    expect(ofRooms).toBeCloseTo(0.5);
    expect(ofNothing).toBe(0);
  });

  it('states its error for cells that it was not fitted to', () => {
    const observations = [1, 2, 3, 4].map((rooms) => ({
      group: rooms,
      amounts: [rooms],
      used: rooms === 4 ? 8 : rooms,
    }));
    const { median, worst } = leaveOneOut(observations, OPTIONS);
    // Without the fourth the model predicts 4 where 8 was measured; with it, it predicts too much for the others.
    expect(worst).toBeGreaterThanOrEqual(0.5);
    expect(median).toBeGreaterThan(0);
  });
});
