import { expect, it } from '@jest/globals';
import type { LoginThrottle, LoginThrottleOptions } from '../login-throttle.js';

const TERMS = { free: 3, longestWait: 4, forgetAfter: 6 };

/** What guesses cost wherever they are counted. `wait` lets the place's own clock pass so many seconds. */
export function behavesAsGuesses(
  open: (terms: LoginThrottleOptions) => { guesses: LoginThrottle; wait: (seconds: number) => Promise<void> },
): void {
  it('are free three times, then wait 1, 2, 4 seconds and never more than the longest wait', async () => {
    const { guesses, wait } = open(TERMS);
    await guesses.spend('ada');
    await guesses.spend('ada');
    for (const seconds of [1, 2, 4, 4]) {
      expect(await guesses.spend('ada')).toBe(0);
      expect(await guesses.spend('ada')).toBe(seconds);
      await wait(seconds);
    }
  });

  it('do not wait longer for asking again meanwhile', async () => {
    const { guesses, wait } = open(TERMS);
    for (let i = 0; i < 3; i += 1) await guesses.spend('bob');
    for (let i = 0; i < 50; i += 1) expect(await guesses.spend('bob')).toBe(1);
    await wait(1);
    expect(await guesses.spend('bob')).toBe(0);
  });

  it('are forgotten by the right password and by time, of that account only', async () => {
    const { guesses, wait } = open(TERMS);
    for (const account of ['cal', 'dan', 'eve']) for (let i = 0; i < 3; i += 1) await guesses.spend(account);
    await guesses.forget('cal');
    expect(await guesses.spend('cal')).toBe(0);
    expect(await guesses.spend('dan')).toBe(1);
    await wait(TERMS.forgetAfter);
    for (let i = 0; i < 3; i += 1) expect(await guesses.spend('eve')).toBe(0);
  });

  it('sent all at once are not all let in', async () => {
    const { guesses } = open(TERMS);
    const waits = await Promise.all(Array.from({ length: 100 }, () => guesses.spend('fay')));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
  });
}
