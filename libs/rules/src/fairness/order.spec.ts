import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLevel, LEVEL_MS, ordered, type TimedBuzz } from './order.js';

interface Named extends TimedBuzz {
  readonly name: string;
}
const buzz = (name: string, at: number, arrivedAt = at, errorMs: number | null = 5): Named => ({
  ...{ name, at, arrivedAt, errorMs },
});
const names = (list: readonly Named[]) => list.map(({ name }) => name).join('');

const buzzes = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 200 }),
      credit: fc.integer({ min: 0, max: 150 }),
      errorMs: fc.option(fc.double({ min: 0, max: 300, noNaN: true })),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list
      .map(({ at, credit, errorMs }, n) => buzz(String.fromCodePoint(97 + n), at, at + credit, errorMs))
      .sort((a, b) => a.arrivedAt - b.arrivedAt),
  );
const mode = fc.constantFrom('corrected' as const, 'level' as const);
const seed = fc.integer({ min: 0, max: 2 ** 31 });

describe('the order of buzzes', () => {
  it('follows the times at which they count, and the arrival where those are equal', () => {
    const list = [buzz('c', 20, 21), buzz('a', 5, 30), buzz('b', 5, 40)];
    expect(names(ordered(list, 'corrected', 1))).toBe('abc');
  });

  it('names those who drew lots with each other, and no others', () => {
    // c is level with b, but not with a, with which the draw was.
    const list = [buzz('a', 0), buzz('b', 25), buzz('c', 40), buzz('d', 300)];
    for (const drawnBy of [1, 2, 3, 4]) {
      const lots = ordered(list, 'level', drawnBy).map(({ name, lot }) => `${name}${lot ?? ''}`);
      expect(lots.toSorted()).toEqual(['a1', 'b1', 'c', 'd']);
    }
    expect(ordered(list, 'corrected', 1).some(({ lot }) => lot !== undefined)).toBe(false);
  });

  it('keeps every buzz once, and comes out the same for the same seed', () => {
    fc.assert(
      fc.property(buzzes, mode, seed, (list, by, drawnBy) => {
        const order = ordered(list, by, drawnBy);
        const without = order.map(({ lot: _lot, ...each }) => each);
        expect(without.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
          [...list].sort((a, b) => a.name.localeCompare(b.name)),
        );
        expect(ordered(list, by, drawnBy)).toEqual(order);
      }),
    );
  });

  it('never puts a buzz before one that is clearly earlier', () => {
    fc.assert(
      fc.property(buzzes, mode, seed, (list, by, drawnBy) => {
        const order = ordered(list, by, drawnBy);
        return order.every((later, n) =>
          order
            .slice(0, n)
            .every((before) => before.at <= later.at || (by === 'level' && isNear(order, before, later))),
        );
      }),
    );
  });

  it('makes no chain of level buzzes: the one drawn first was level with the earliest', () => {
    fc.assert(
      fc.property(buzzes, seed, (list, drawnBy) => {
        const [first] = ordered(list, 'level', drawnBy);
        const [earliest] = ordered(list, 'corrected', drawnBy);
        return first === undefined || earliest === undefined || first === earliest || isLevel(earliest, first);
      }),
    );
  });

  it('draws fairly: each of three level buzzes is first about as often', () => {
    const list = [buzz('a', 0), buzz('b', 10), buzz('c', 20)];
    const firsts = Array.from({ length: 3_000 }, (_, n) => ordered(list, 'level', n * 7_919)[0]?.name);
    for (const name of 'abc') {
      const share = firsts.filter((each) => each === name).length / firsts.length;
      expect(share).toBeGreaterThan(0.28);
      expect(share).toBeLessThan(0.39);
    }
  });
});

/** Both were level with one that is earlier than either. */
const isNear = (order: readonly Named[], before: Named, later: Named) =>
  order.some(
    (earliest) =>
      earliest.at <= later.at && (earliest === later || isLevel(earliest, later)) && isLevel(earliest, before),
  );

describe('two buzzes', () => {
  it.each([
    [29, 5, 5, true],
    [30, 5, 5, false],
    [45, 125, 125, true],
    [50, 125, 125, false],
    [29, null, null, true],
    [30, null, null, false],
  ])('%d ms apart, with errors of %p and %p, are level: %p', (apart, one, other, level) => {
    expect(isLevel(buzz('a', 0, 0, one), buzz('b', apart, apart, other))).toBe(level);
    expect(LEVEL_MS).toBe(30);
  });
});
