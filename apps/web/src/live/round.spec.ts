import { describe, expect, it } from '@jest/globals';
import { gainsNow, roundOf } from './round.js';
import { aCurrent, aView } from './testing.js';
import { clock, seconds } from './times.js';

const trial = (over = {}) => aView({ timeTrialMode: true, current: aCurrent(over) });

describe('a round on the screen', () => {
  it('loses 5 points a second in time trial and never goes below nothing', () => {
    expect(gainsNow(trial(), 300, 1_999).right).toBe(300);
    expect(gainsNow(trial(), 300, 2_000).right).toBe(295);
    expect(gainsNow(trial(), 300, 11_500).right).toBe(250);
    expect(gainsNow(trial(), 20, 61_000).right).toBe(0);
  });

  it('does not count the time that was paused', () => {
    expect(gainsNow(trial({ pausedMs: 4_000 }), 300, 11_000).right).toBe(270);
    expect(gainsNow(trial({ timeTrialPaused: true, timeTrialPausedAt: 3_000 }), 300, 90_000).right).toBe(290);
  });

  it('stands still at the recorded time while somebody answers', () => {
    expect(gainsNow(trial({ queueLength: 1, timeTrialElapsedSeconds: 7 }), 300, 90_000).right).toBe(265);
  });

  it('is worth its full points outside time trial', () => {
    expect(gainsNow(aView({ current: aCurrent() }), 300, 90_000).right).toBe(300);
  });

  it('costs half the points when wrong, rounded down', () => {
    expect(gainsNow(trial({ queueLength: 1, timeTrialElapsedSeconds: 9 }), 300, 0).wrong).toBe(-150);
    expect(gainsNow(trial(), 25, 0).wrong).toBe(-12);
  });

  it('counts rounds by questions played', () => {
    expect(roundOf(aView())).toEqual({ number: 1, played: 1, total: 3 });
    expect(roundOf(aView({ current: aCurrent() }))).toEqual({ number: 2, played: 1, total: 3 });
  });

  it('writes times as people read them', () => {
    expect([clock(74_300), clock(0), seconds(182)]).toEqual(['1:14', '0:00', '0.18 s']);
  });
});
