import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ClockEstimate, type Exchange } from './clock-estimate.js';

/** A phone's clock: behind the gateway's by `offsetMs`, faster by `drift`, and rounded down as browsers do. */
interface Phone {
  readonly offsetMs: number;
  readonly drift: number;
}
const phone = fc.record({
  offsetMs: fc.double({ min: -1e7, max: 1e7, noNaN: true }),
  drift: fc.double({ min: -90e-6, max: 90e-6, noNaN: true }),
});
const clockOf = ({ offsetMs, drift }: Phone, now: number): number => now * (1 + drift) - offsetMs;
const delay = fc.double({ min: 0, max: 400, noNaN: true });
const steps = fc.array(fc.record({ up: delay, down: delay, after: fc.integer({ min: 400, max: 12_000 }) }), {
  minLength: 3,
  maxLength: 40,
});

function exchangesOf(of: Phone, list: readonly { up: number; down: number; after: number }[]): Exchange[] {
  let now = 1_000;
  return list.map(({ up, down, after }) => {
    now += after;
    const [sentAt, receivedAt] = [now, now + down + up];
    return { sentAt, echoedAt: Math.floor(clockOf(of, now + down)), receivedAt };
  });
}

const estimateOf = (list: readonly Exchange[]): ClockEstimate => {
  const estimate = new ClockEstimate();
  for (const each of list) estimate.add(each);
  return estimate;
};
const exchange = (sentAt: number, roundTrip = 20, offset = 500): Exchange => ({
  sentAt,
  echoedAt: sentAt + roundTrip / 2 - offset,
  receivedAt: sentAt + roundTrip,
});
const several = (count: number, roundTrip?: number) =>
  Array.from({ length: count }, (_, n) => exchange(n * 1_000, roundTrip));

describe('the estimate of the clock of a phone', () => {
  it('bounds the true offset of any honest phone, whatever its delays, drift and rounding', () => {
    fc.assert(
      fc.property(phone, steps, fc.integer({ min: 0, max: 10_000 }), (of, list, later) => {
        const exchanges = exchangesOf(of, list);
        const now = (exchanges.at(-1) as Exchange).receivedAt + later;
        const reading = estimateOf(exchanges).at(now);
        if (reading === null) return exchanges.filter(({ receivedAt }) => now - receivedAt <= 120_000).length < 3;
        const off = Math.abs(now - clockOf(of, now) - reading.offsetMs);
        return off <= reading.errorMs + 1e-6 && reading.errorMs >= 0;
      }),
    );
  });

  it('allows for an error of at most half the shortest round trip, what rounding adds and the drift of the window', () => {
    fc.assert(
      fc.property(phone, steps, (of, list) => {
        const exchanges = exchangesOf(of, list);
        const now = (exchanges.at(-1) as Exchange).receivedAt;
        const reading = estimateOf(exchanges).at(now);
        return reading === null || reading.errorMs <= reading.roundTripMs / 2 + 1 + 12 + 1e-6;
      }),
    );
  });

  it('finds an offset more exactly than the best exchange alone when each way was fast once', () => {
    const slowUp = { sentAt: 0, echoedAt: 10, receivedAt: 110 };
    const slowDown = { sentAt: 1_000, echoedAt: 1_100, receivedAt: 1_110 };
    const reading = estimateOf([slowUp, slowDown, slowUp]).at(1_110);
    expect(reading?.roundTripMs).toBe(110);
    expect(reading?.errorMs).toBeLessThan(12);
  });

  it('tells nothing before three exchanges, nor after two minutes without one', () => {
    expect(estimateOf(several(2)).at(2_000)).toBeNull();
    expect(estimateOf(several(3)).at(3_000)).toMatchObject({ roundTripMs: 20, usualMs: 20, offsetMs: 500 });
    expect(estimateOf(several(3)).at(200_000)).toBeNull();
  });

  it('starts from nothing when a clock has jumped, and finds it again', () => {
    const estimate = estimateOf(several(10));
    estimate.add(exchange(11_000, 20, 60_500));
    expect([estimate.count, estimate.at(11_020)]).toEqual([1, null]);
    estimate.add(exchange(12_000, 20, 60_500));
    estimate.add(exchange(13_000, 20, 60_500));
    expect(estimate.at(13_020)?.offsetMs).toBeCloseTo(60_500);
  });

  it.each([
    ['a time that is not a number', { sentAt: 9_000, echoedAt: NaN, receivedAt: 9_020 }],
    ['a time beyond all numbers', { sentAt: 9_000, echoedAt: Infinity, receivedAt: 9_020 }],
    ['a negative round trip', { sentAt: 9_020, echoedAt: 8_500, receivedAt: 9_000 }],
    ['a round trip of more than ten seconds', { sentAt: 9_000, echoedAt: 8_500, receivedAt: 19_001 }],
  ])('ignores %s', (_name, bad) => {
    const estimate = estimateOf(several(5));
    const before = estimate.at(9_020);
    estimate.add(bad);
    expect(estimate.at(9_020)).toEqual(before);
  });

  it('keeps 16 exchanges at most', () => {
    expect(estimateOf(several(200)).count).toBe(16);
  });
});
