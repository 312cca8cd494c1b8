import { expect, it } from '@jest/globals';
import type { LoginThrottle, LoginThrottleOptions } from '../login-throttle.js';

const TERMS = { free: 3, longestWait: 40, forgetAfter: 100 };
/** On a busy machine so many seconds may pass by themselves; shorter waits cannot be told from none. */
const SPARE = 8;
/** Attempts after which the wait is 16 s. */
const SIXTEEN = 7;

interface Opened {
  readonly throttle: LoginThrottle;
  readonly wait: (seconds: number) => Promise<void>;
}

const waitAfter = (attempts: number): number =>
  attempts < TERMS.free ? 0 : Math.min(2 ** (attempts - TERMS.free), TERMS.longestWait);

/** Each attempt is made when the wait of the one before is over. */
async function attempt({ throttle, wait }: Opened, accounts: readonly string[], times: number): Promise<void> {
  for (let made = 1; made <= times; made += 1) {
    for (const account of accounts) expect(await throttle.spend(account)).toBe(0);
    if (made < times) await wait(waitAfter(made));
  }
}

async function expectWait(throttle: LoginThrottle, account: string, seconds: number): Promise<void> {
  const left = await throttle.spend(account);
  expect(left).toBeLessThanOrEqual(seconds);
  expect(left).toBeGreaterThan(seconds - SPARE);
}

/** The common behaviour of login throttles. `wait` lets so many seconds pass on the throttle's clock. */
export function behavesAsGuesses(open: (terms: LoginThrottleOptions) => Opened): void {
  it('allows three attempts, then doubles the wait with each one up to the longest wait', async () => {
    const opened = open(TERMS);
    await attempt(opened, ['ada'], SIXTEEN);
    for (const seconds of [16, 32, 40, 40]) {
      await expectWait(opened.throttle, 'ada', seconds);
      await opened.wait(seconds);
      expect(await opened.throttle.spend('ada')).toBe(0);
    }
  });

  it('keeps the wait unchanged when attempts are made during it', async () => {
    const opened = open(TERMS);
    await attempt(opened, ['bob'], SIXTEEN);
    for (let i = 0; i < 50; i += 1) await expectWait(opened.throttle, 'bob', 16);
    await opened.wait(16);
    expect(await opened.throttle.spend('bob')).toBe(0);
  });

  it('forgets attempts after the right password and with time, of that account only', async () => {
    const opened = open(TERMS);
    await attempt(opened, ['cal', 'dan'], SIXTEEN);
    await opened.throttle.forget('cal');
    expect(await opened.throttle.spend('cal')).toBe(0);
    await expectWait(opened.throttle, 'dan', 16);
    await opened.wait(TERMS.forgetAfter);
    for (let i = 0; i < TERMS.free; i += 1) expect(await opened.throttle.spend('dan')).toBe(0);
  });

  it('admits only three of a hundred attempts that are sent at once', async () => {
    const { throttle } = open(TERMS);
    const waits = await Promise.all(Array.from({ length: 100 }, () => throttle.spend('fay')));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
  });
}
