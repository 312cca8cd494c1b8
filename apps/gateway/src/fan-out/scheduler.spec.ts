import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ARRIVALS_PER_TURN, Scheduler } from './scheduler.js';

describe('the scheduler of new connections', () => {
  it('runs tasks in order of arrival, a few per turn, each once', async () => {
    const arrivals = new Scheduler(ARRIVALS_PER_TURN);
    const passed: number[] = [];
    for (let i = 0; i < 100; i++) arrivals.run(() => passed.push(i));
    const counts: number[] = [];
    while (passed.length < 100) {
      await turn();
      counts.push(passed.length);
    }
    expect(passed).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(counts.length).toBeGreaterThanOrEqual(6);
  });

  it('runs a single task in the next turn, also after a burst', async () => {
    const arrivals = new Scheduler(ARRIVALS_PER_TURN);
    const passed: string[] = [];
    for (const who of ['ann', 'bob']) {
      arrivals.run(() => passed.push(who));
      await turn();
      expect(passed.at(-1)).toBe(who);
    }
  });
});
