import type { SeatRequest, UserId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { RequestWatch } from './seat-request-tracker.js';

const SECOND = 1_000;
const TIMES = { expiresMs: 12 * SECOND, awayMs: 20 * SECOND, openMs: 300 * SECOND };
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
  it('ends when the phone has been connected nowhere for twenty seconds', () => {
    const watch = new RequestWatch(TIMES);
    watch.note([ann], 'one', ['ann', 'bob'], 0);
    watch.note([ann], 'one', ['bob'], 10 * SECOND);
    expect(watch.lapsed([ann], 29 * SECOND, NOW)).toEqual([]);
    expect(watch.lapsed([ann], 30 * SECOND, NOW)).toEqual(['ann']);
  });

  it('goes on while the phone comes back in time, on whatever gateway', () => {
    const watch = new RequestWatch(TIMES);
    watch.note([ann], 'one', ['ann'], 0);
    watch.note([ann], 'one', [], 10 * SECOND);
    watch.note([ann], 'two', ['ann'], 28 * SECOND);
    expect(watch.lapsed([ann], 39 * SECOND, NOW)).toEqual([]);
  });

  it('ends when its gateway fell silent and the phone did not come to another one', () => {
    const watch = new RequestWatch(TIMES);
    watch.note([ann], 'one', ['ann'], 0);
    expect(watch.lapsed([ann], 31 * SECOND, NOW)).toEqual([]);
    expect(watch.lapsed([ann], 32 * SECOND, NOW)).toEqual(['ann']);
  });

  it('is given twenty seconds after a restart of the game service, and after that service was cut off', () => {
    const watch = new RequestWatch(TIMES);
    expect(watch.lapsed([ann], 500 * SECOND, NOW)).toEqual([]);
    expect(watch.lapsed([ann], 519 * SECOND, NOW)).toEqual([]);
    watch.forgive(519 * SECOND);
    expect(watch.lapsed([ann], 538 * SECOND, NOW)).toEqual([]);
    expect(watch.lapsed([ann], 539 * SECOND, NOW)).toEqual(['ann']);
  });

  it('ends after five minutes without an answer, though the phone waits', () => {
    const watch = new RequestWatch(TIMES);
    watch.note([ann], 'one', ['ann'], 0);
    expect(watch.lapsed([ann], SECOND, NOW + 299 * SECOND)).toEqual([]);
    expect(watch.lapsed([ann], SECOND, NOW + 300 * SECOND)).toEqual(['ann']);
  });

  it('of somebody who asks again later does not end for an absence before it', () => {
    const watch = new RequestWatch(TIMES);
    watch.note([ann], 'one', ['ann'], 0);
    watch.note([ann], 'one', [], SECOND);
    const again = request('ann', NOW + 15 * SECOND);
    expect(watch.lapsed([again], 25 * SECOND, NOW + 15 * SECOND)).toEqual([]);
    watch.lapsed([], 30 * SECOND, NOW);
    expect(watch.lapsed([again], 60 * SECOND, NOW + 50 * SECOND)).toEqual([]);
  });
});
