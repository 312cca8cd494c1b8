import { describe, expect, it } from '@jest/globals';
import { ServerClock } from './clock.js';

describe('server clock', () => {
  it('takes the offset from the sample with the shortest round trip', () => {
    const clock = new ServerClock();
    clock.measured(0, 1_500, 1_000);
    expect(clock.offsetMs).toBe(1_000);
    clock.measured(2_000, 2_710, 2_020);
    clock.measured(3_000, 4_900, 4_000);
    expect(clock).toMatchObject({ offsetMs: 700, roundTripMs: 1_000 });
  });

  it('follows a change of the clock: old samples are dropped', () => {
    const clock = new ServerClock();
    clock.measured(0, 505, 10);
    for (let i = 1; i <= 8; i++) clock.measured(i * 1_000, i * 1_000 + 9_010, i * 1_000 + 20);
    expect(clock.offsetMs).toBe(9_000);
  });

  it('estimates the offset from a snapshot until the first pong', () => {
    const clock = new ServerClock();
    clock.guess(5_000, 1_000);
    expect(clock.offsetMs).toBe(4_000);
    clock.measured(2_000, 2_605, 2_010);
    clock.guess(9_999, 1_000);
    expect(clock.offsetMs).toBe(600);
  });

  it('ignores implausible samples', () => {
    const clock = new ServerClock();
    clock.measured(2_000, 1, 1_000);
    clock.measured(1_000, Number.NaN, 2_000);
    expect(clock).toMatchObject({ offsetMs: 0, roundTripMs: null });
  });
});
