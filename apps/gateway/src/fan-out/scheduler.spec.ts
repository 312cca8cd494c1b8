import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
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

describe('a scheduler that lets another one go first', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  const two = () => {
    const arrivals = new Scheduler(1);
    const presence = new Scheduler(1, arrivals);
    const passed: string[] = [];
    for (const who of ['ann', 'bob', 'cem']) arrivals.run(() => passed.push(who));
    presence.run(() => passed.push('presence'));
    return { passed };
  };

  it('runs its tasks after those of the other', async () => {
    const { passed } = two();
    while (passed.length < 4) await turn();
    expect(passed).toEqual(['ann', 'bob', 'cem', 'presence']);
  });

  it('waits for five seconds at most', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { passed } = two();
    await turn();
    expect(passed).toEqual(['ann']);
    jest.advanceTimersByTime(5_000);
    while (passed.length < 4) await turn();
    expect(passed.at(-1)).toBe('cem');
  });

  it('lets later work wait again after what had waited for five seconds', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const passed: string[] = [];
    const scheduler = new Scheduler(8, { isBusy: true });
    scheduler.run(() => void passed.push('ann'));
    await turn();
    jest.advanceTimersByTime(5_000);
    while (passed.length < 1) await turn();
    scheduler.run(() => void passed.push('ben'));
    await turn();
    jest.advanceTimersByTime(4_000);
    await turn();
    expect(passed).toEqual(['ann']);
    jest.advanceTimersByTime(1_100);
    while (passed.length < 2) await turn();
  });

  it('takes no turns of the event loop while it waits', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    let looks = 0;
    const busy = {
      get isBusy() {
        looks++;
        return true;
      },
    };
    new Scheduler(1, busy).run(() => undefined);
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(looks).toBe(1);
    jest.advanceTimersByTime(50);
    expect(looks).toBeGreaterThan(1);
  });
});
