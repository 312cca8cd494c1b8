import { expect, it } from '@jest/globals';
import type { LoginThrottle, LoginThrottleOptions } from '../login-throttle.js';

const TERMS = { free: 3, longestWait: 4, forgetAfter: 6 };

/** The common behaviour of login throttles. `wait` lets so many seconds pass on the throttle's clock. */
export function behavesAsGuesses(
  open: (terms: LoginThrottleOptions) => { throttle: LoginThrottle; wait: (seconds: number) => Promise<void> },
): void {
  it('allows three attempts, then waits 1, 2, 4 seconds up to the longest wait', async () => {
    const { throttle, wait } = open(TERMS);
    await throttle.spend('ada');
    await throttle.spend('ada');
    for (const seconds of [1, 2, 4, 4]) {
      expect(await throttle.spend('ada')).toBe(0);
      expect(await throttle.spend('ada')).toBe(seconds);
      await wait(seconds);
    }
  });

  it('keeps the wait unchanged when attempts are made during it', async () => {
    const { throttle, wait } = open(TERMS);
    for (let i = 0; i < 3; i += 1) await throttle.spend('bob');
    for (let i = 0; i < 50; i += 1) expect(await throttle.spend('bob')).toBe(1);
    await wait(1);
    expect(await throttle.spend('bob')).toBe(0);
  });

  it('forgets attempts after the right password and with time, of that account only', async () => {
    const { throttle, wait } = open(TERMS);
    for (const account of ['cal', 'dan', 'eve']) for (let i = 0; i < 3; i += 1) await throttle.spend(account);
    await throttle.forget('cal');
    expect(await throttle.spend('cal')).toBe(0);
    expect(await throttle.spend('dan')).toBe(1);
    await wait(TERMS.forgetAfter);
    for (let i = 0; i < 3; i += 1) expect(await throttle.spend('eve')).toBe(0);
  });

  it('admits only three of a hundred attempts that are sent at once', async () => {
    const { throttle } = open(TERMS);
    const waits = await Promise.all(Array.from({ length: 100 }, () => throttle.spend('fay')));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
  });
}
