import { describe, expect, it } from '@jest/globals';
import { behavesAsGuesses } from './testing/login-throttle.suite.js';
import { MemoryLoginThrottle } from './login-throttle.js';
import { LOGIN_THROTTLES } from '@earworm/contracts';

describe('the login throttle of an account, counted in memory', () => {
  behavesAsGuesses((terms) => {
    const clock = { now: 0 };
    return {
      throttle: new MemoryLoginThrottle(terms, () => clock.now),
      wait: async (seconds) => void (clock.now += seconds * 1000),
    };
  });

  it('allows a caller that asks four times a second at least one reset mail per minute', async () => {
    const clock = { now: 0 };
    const throttle = new MemoryLoginThrottle(LOGIN_THROTTLES.reset, () => clock.now);
    let longest = 0;
    for (let last = 0; clock.now < 7_200_000; clock.now += 250) {
      if ((await throttle.spend('ada')) > 0) continue;
      longest = Math.max(longest, clock.now - last);
      last = clock.now;
    }
    expect(longest).toBe(60_000);
  });

  it('drops the account that was used longest ago when there are too many', async () => {
    const throttle = new MemoryLoginThrottle({ free: 1, longestWait: 10, forgetAfter: 60 }, () => 0, 2);
    for (const account of ['ada', 'bob', 'eve']) await throttle.spend(account);
    expect(await throttle.spend('eve')).toBe(1);
    expect(await throttle.spend('ada')).toBe(0);
  });
});
