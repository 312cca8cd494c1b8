import type { SeatRequest, UserId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { SeatRequestTracker } from './seat-request-tracker.js';

const SECOND = 1_000;
const TIMES = { expiresMs: 12 * SECOND, seatRequestAwayMs: 20 * SECOND, seatRequestMs: 300 * SECOND };
const NOW = 1_800_000_000_000;

const request = (who: string, at = NOW): SeatRequest => ({
  playerId: who as UserId,
  seat: 1,
  holderId: 'cid' as UserId,
  name: 'Cid',
  score: 100,
  at,
  seatHash: null,
  deviceHash: null,
});
const ann = request('ann');

describe('a request for a seat', () => {
  it('ends when the player has been disconnected for twenty seconds', () => {
    const tracker = new SeatRequestTracker(TIMES);
    tracker.report([ann], 'one', ['ann', 'bob'], 0);
    tracker.report([ann], 'one', ['bob'], 10 * SECOND);
    expect(tracker.expired([ann], 29 * SECOND, NOW)).toEqual([]);
    expect(tracker.expired([ann], 30 * SECOND, NOW)).toEqual(['ann']);
  });

  it('survives when the player reconnects to any gateway in time', () => {
    const tracker = new SeatRequestTracker(TIMES);
    tracker.report([ann], 'one', ['ann'], 0);
    tracker.report([ann], 'one', [], 10 * SECOND);
    tracker.report([ann], 'two', ['ann'], 28 * SECOND);
    expect(tracker.expired([ann], 39 * SECOND, NOW)).toEqual([]);
  });

  it('ends when the gateway stopped reporting and the player did not connect to another one', () => {
    const tracker = new SeatRequestTracker(TIMES);
    tracker.report([ann], 'one', ['ann'], 0);
    expect(tracker.expired([ann], 31 * SECOND, NOW)).toEqual([]);
    expect(tracker.expired([ann], 32 * SECOND, NOW)).toEqual(['ann']);
  });

  it('survives for twenty seconds after a take-over or an outage of the bus', () => {
    const tracker = new SeatRequestTracker(TIMES);
    expect(tracker.expired([ann], 500 * SECOND, NOW)).toEqual([]);
    expect(tracker.expired([ann], 519 * SECOND, NOW)).toEqual([]);
    tracker.reset(519 * SECOND);
    expect(tracker.expired([ann], 538 * SECOND, NOW)).toEqual([]);
    expect(tracker.expired([ann], 539 * SECOND, NOW)).toEqual(['ann']);
  });

  it('ends after five minutes without an answer, although the player is connected', () => {
    const tracker = new SeatRequestTracker(TIMES);
    tracker.report([ann], 'one', ['ann'], 0);
    expect(tracker.expired([ann], SECOND, NOW + 299 * SECOND)).toEqual([]);
    expect(tracker.expired([ann], SECOND, NOW + 300 * SECOND)).toEqual(['ann']);
  });

  it('ignores an absence before it was made', () => {
    const tracker = new SeatRequestTracker(TIMES);
    tracker.report([ann], 'one', ['ann'], 0);
    tracker.report([ann], 'one', [], SECOND);
    const again = request('ann', NOW + 15 * SECOND);
    expect(tracker.expired([again], 25 * SECOND, NOW + 15 * SECOND)).toEqual([]);
    tracker.expired([], 30 * SECOND, NOW);
    expect(tracker.expired([again], 60 * SECOND, NOW + 50 * SECOND)).toEqual([]);
  });
});
