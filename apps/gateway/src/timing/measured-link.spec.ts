import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MeasuredLink } from './measured-link.js';

const OFFSET_MS = 40_000;

interface Wish {
  readonly roundTrip?: number;
  /** How much later than the browser the page answers. */
  readonly pageMs?: number;
  readonly offset?: number;
  readonly startAt?: number;
}

/** A phone whose ways there and back take the same time; five exchanges, one each second. */
function measured({ roundTrip = 40, pageMs = 0, offset = OFFSET_MS, startAt = 1_000 }: Wish = {}, link = newLink()) {
  for (let n = 0; n < 5; n++) {
    const sentAt = startAt + n * 1_000;
    const nonce = startAt + n;
    link.sent(nonce, sentAt);
    link.ponged(nonce, sentAt + roundTrip);
    link.echoed(nonce, sentAt + roundTrip / 2 + pageMs - offset, sentAt + roundTrip + pageMs);
  }
  return link;
}
const newLink = () => new MeasuredLink(null);
const NOW = 6_000;
/** By the phone's clock: so long before its buzz arrives. */
const touchedAgo = (ms: number, now = NOW) => now - ms - OFFSET_MS;

describe('a measured connection', () => {
  it('says how long before its arrival a buzz was touched', () => {
    const timing = measured().timingOf(touchedAgo(20), NOW, 12);
    expect(timing?.agoMs).toBeCloseTo(20);
    expect(timing).toMatchObject({ roundTripMs: 40, venueMs: 12 });
    expect(timing?.errorMs).toBeLessThan(22);
    expect(timing).not.toHaveProperty('doubt');
  });

  it.each([
    ['not a number', NaN],
    ['beyond all numbers', -Infinity],
    ['in the future', touchedAgo(-1_000)],
    ['an hour old', touchedAgo(3_600_000)],
    ['negative', -1e9],
  ])('says nothing of a touch that is %s', (_name, touchedMs) => {
    expect(measured().timingOf(touchedMs, NOW, null)).toBeUndefined();
  });

  it('knows what it is like from the third echo on, and by two in a row that it has changed', () => {
    const link = newLink();
    const echoAfter = (ms: number, nonce: number) => {
      link.sent(nonce, nonce * 1_000);
      link.echoed(nonce, nonce * 1_000 - OFFSET_MS, nonce * 1_000 + ms);
      return link.quality;
    };
    const trips = [20, 30, 25, 200, 200, 200, 200, 20, 200];
    expect(trips.map((ms, index) => echoAfter(ms, index + 1))).toEqual([
      ...[null, null, 'good'],
      ...['good', 'good', 'good', 'unsteady', 'unsteady', 'unsteady'],
    ]);
  });

  it('says nothing before there are three exchanges', () => {
    expect(newLink().timingOf(touchedAgo(20), NOW, null)).toBeUndefined();
  });

  it('says nothing when no echo ever comes', () => {
    const link = newLink();
    for (let n = 0; n < 1_000; n++) link.sent(n, n);
    expect([link.roundTripMs, link.timingOf(touchedAgo(20), NOW, null)]).toEqual([null, undefined]);
  });

  it('measures again after a touch from the future, as the clock has jumped', () => {
    const link = measured();
    link.timingOf(touchedAgo(-1_000), NOW, null);
    expect(link.timingOf(touchedAgo(20), NOW, null)).toBeUndefined();
    measured({ offset: OFFSET_MS - 1_000, startAt: NOW }, link);
    expect(link.timingOf(11_000 - 20 - OFFSET_MS + 1_000, 11_000, null)?.agoMs).toBeCloseTo(20);
  });

  it('takes an echo once, of a nonce that it sent', () => {
    const link = newLink();
    link.sent(7, 0);
    expect([link.echoed(8, 1, 20), link.echoed(7, 1, 20), link.echoed(7, 1, 21)]).toEqual([false, true, false]);
    expect([link.ponged(8, 20), link.ponged(7, 20), link.ponged(7, 21), link.ponged(NaN, 22)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('forgets the oldest of more than eight pongs that were not echoed', () => {
    const link = newLink();
    for (let n = 0; n < 9; n++) link.sent(n, n);
    expect([link.echoed(0, 1, 20), link.echoed(1, 1, 20)]).toEqual([false, true]);
  });

  it('counts the shorter round trip, so that a page that delays its echoes gains nothing', () => {
    const link = measured({ roundTrip: 30, pageMs: 300 });
    const timing = link.timingOf(touchedAgo(150), NOW, null);
    expect(timing).toMatchObject({ roundTripMs: 50, doubt: 'late-echoes' });
  });

  it('knows a phone that says too often that it was touched long ago', () => {
    const link = measured({ roundTrip: 100 });
    const doubts = Array.from({ length: 8 }, () => link.timingOf(touchedAgo(140), NOW, null)?.doubt);
    expect(doubts).toEqual([...Array<undefined>(7), 'far-touches']);
  });

  it('knows a phone that is much slower than those around it', () => {
    const link = measured({ roundTrip: 240 });
    const doubts = Array.from({ length: 8 }, () => link.timingOf(touchedAgo(120), NOW, 20)?.doubt);
    expect(doubts.at(-1)).toBe('far-from-venue');
  });

  it('doubts no honest phone, however slow, whose ways differ by six to four', () => {
    const honest = fc.record({
      roundTrip: fc.integer({ min: 2, max: 400 }),
      share: fc.double({ min: 0.4, max: 0.6, noNaN: true }),
      jitters: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 30, maxLength: 30 }),
    });
    fc.assert(
      fc.property(honest, ({ roundTrip, share, jitters }) => {
        const link = measured({ roundTrip });
        return jitters.every(
          (jitter) => link.timingOf(touchedAgo(roundTrip * share + jitter / 2), NOW, null)?.doubt === undefined,
        );
      }),
    );
  });

  it('always gives the owner numbers that the call allows', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.integer({ min: 0, max: 9_000 }), (touched, at, roundTrip) => {
        const link = measured({ roundTrip });
        link.sent(1, NOW);
        link.echoed(1, at, NOW + 5);
        const timing = link.timingOf(touched, NOW, null);
        if (timing === undefined) return true;
        const { agoMs, errorMs, roundTripMs } = timing;
        const inRange = (ms: number) => ms >= 0 && ms <= 10_000;
        return Number.isFinite(agoMs) && inRange(errorMs) && inRange(roundTripMs);
      }),
    );
  });
});
