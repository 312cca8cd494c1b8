import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptedTime, budgetLeft, buzzTiming, CREDIT_MAX_MS } from './timing.js';

const ARRIVED = 1_700_000_000_000;
const timing = fc.record({
  agoMs: fc.oneof(fc.double(), fc.double({ min: -50, max: 400, noNaN: true })),
  errorMs: fc.double({ min: 0, max: 10_000, noNaN: true }),
  roundTripMs: fc.double({ min: 0, max: 300, noNaN: true }),
  venueMs: fc.option(fc.double({ min: 0, max: 300, noNaN: true })),
});
const bounds = fc.record({
  creditMs: fc.integer({ min: 0, max: 150 }),
  budgetMs: fc.double({ min: 0, max: 450, noNaN: true }),
});
const FREELY = { creditMs: 150, budgetMs: 450 };
const wifi = { agoMs: 20, errorMs: 18, roundTripMs: 36, venueMs: 12 };

describe('when a buzz counts', () => {
  it('equals when it was touched, on a connection that explains it', () => {
    expect(acceptedTime(ARRIVED, wifi, FREELY)).toEqual({ at: ARRIVED - 20, creditMs: 20, errorMs: 18 });
  });

  it.each([
    ['most that a phone gains', { ...wifi, agoMs: 900, roundTripMs: 400, venueMs: null }, FREELY, 150],
    ['setting of the game', { ...wifi, agoMs: 900, roundTripMs: 400, venueMs: null }, { ...FREELY, creditMs: 60 }, 60],
    ['measured round trip', { ...wifi, agoMs: 90 }, FREELY, 36],
    ['median of the venue and 30 ms', { ...wifi, agoMs: 90, roundTripMs: 100 }, FREELY, 42],
    ['credit that is left', { ...wifi, agoMs: 30 }, { ...FREELY, budgetMs: 5 }, 5],
    ['arrival, for a touch after it', { ...wifi, agoMs: -10 }, FREELY, 0],
  ])('keeps within the bound of the %s', (_name, given, limits, credit) => {
    expect(acceptedTime(ARRIVED, given, limits).creditMs).toBe(credit);
  });

  it.each([
    ['nothing was measured', undefined],
    ['the touch is not a number', { ...wifi, agoMs: NaN }],
    ['the touch is beyond all numbers', { ...wifi, agoMs: Infinity }],
  ])('falls back to its arrival when %s', (_name, given) => {
    expect(acceptedTime(ARRIVED, given, FREELY)).toEqual({ at: ARRIVED, creditMs: 0, errorMs: null });
  });

  it('never comes after the arrival, nor earlier than any bound allows, in whole ms', () => {
    fc.assert(
      fc.property(timing, bounds, (given, limits) => {
        const { at, creditMs } = acceptedTime(ARRIVED, given, limits);
        const venue = given.venueMs === null ? Infinity : given.venueMs + 30;
        const most = Math.min(limits.creditMs, limits.budgetMs, CREDIT_MAX_MS, given.roundTripMs, venue);
        return at === ARRIVED - creditMs && Number.isInteger(creditMs) && creditMs >= 0 && creditMs <= most;
      }),
    );
  });

  it('comes no later for a touch that was earlier', () => {
    fc.assert(
      fc.property(timing, bounds, fc.double({ min: 0, max: 500, noNaN: true }), (given, limits, earlier) => {
        fc.pre(Number.isFinite(given.agoMs));
        const before = acceptedTime(ARRIVED, { ...given, agoMs: given.agoMs + earlier }, limits);
        return before.at <= acceptedTime(ARRIVED, given, limits).at;
      }),
    );
  });
});

describe('the credit of a player', () => {
  it('begins whole, and refills by 10 ms a second up to that', () => {
    expect(budgetLeft(undefined, ARRIVED)).toBe(450);
    expect(budgetLeft({ leftMs: 100, at: ARRIVED }, ARRIVED + 5_000)).toBe(150);
    expect(budgetLeft({ leftMs: 100, at: ARRIVED }, ARRIVED + 3_600_000)).toBe(450);
  });

  it('keeps its size when a clock goes back', () => {
    expect(budgetLeft({ leftMs: 100, at: ARRIVED }, ARRIVED - 60_000)).toBe(100);
  });

  it('lets no one gain more in a game than the whole credit and what refilled', () => {
    const buzzes = fc.array(fc.record({ after: fc.integer({ min: 0, max: 30_000 }), given: timing }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(buzzes, (list) => {
        let [now, gained] = [ARRIVED, 0];
        let budget: Parameters<typeof budgetLeft>[0];
        for (const { after, given } of list) {
          now += after;
          const budgetMs = budgetLeft(budget, now);
          const { creditMs } = acceptedTime(now, given, { creditMs: 150, budgetMs });
          gained += creditMs;
          budget = { leftMs: budgetMs - creditMs, at: now };
        }
        return gained <= 450 + ((now - ARRIVED) / 1_000) * 10 + 1e-6;
      }),
    );
  });
});

describe('the timing of a buzz in a call', () => {
  it.each([
    ['a negative round trip', { ...wifi, roundTripMs: -1 }],
    ['a negative median of the venue', { ...wifi, venueMs: -1 }],
    ['an error that is not a number', { ...wifi, errorMs: NaN }],
    ['a touch beyond all numbers', { ...wifi, agoMs: -Infinity }],
    ['a field that no release knows', { ...wifi, x: 1 }],
  ])('rejects %s', (_name, given) => {
    expect(buzzTiming().safeParse(given).success).toBe(false);
    expect(buzzTiming().safeParse(wifi).success).toBe(true);
  });
});
