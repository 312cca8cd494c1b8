import { describe, expect, it } from '@jest/globals';
import { Attempts } from './attempts.js';

const options = { free: 3, longestWait: 10, forgetAfter: 60, accounts: 2 };
const open = () => {
  const clock = { now: 0 };
  return { clock, attempts: new Attempts(options, () => clock.now) };
};
const waitOf = (attempts: Attempts, account: string) => {
  try {
    attempts.spend(account);
    return 0;
  } catch (error) {
    return (error as { params: { n: number } }).params.n;
  }
};

describe('Guessing at an account', () => {
  it('is free three times, then waits 1, 2, 4, 8 seconds and never more than the longest wait', () => {
    const { clock, attempts } = open();
    attempts.spend('ada');
    attempts.spend('ada');
    for (const wait of [1, 2, 4, 8, 10, 10]) {
      attempts.spend('ada');
      expect(waitOf(attempts, 'ada')).toBe(wait);
      clock.now += wait * 1000;
    }
  });

  it('does not wait longer for asking again meanwhile', () => {
    const { clock, attempts } = open();
    for (let i = 0; i < 3; i += 1) attempts.spend('ada');
    for (let i = 0; i < 50; i += 1) expect(waitOf(attempts, 'ada')).toBe(1);
    clock.now += 1000;
    expect(waitOf(attempts, 'ada')).toBe(0);
  });

  it('is forgotten by the right password, by time, and when too many accounts are tried', () => {
    const { clock, attempts } = open();
    for (let i = 0; i < 3; i += 1) attempts.spend('ada');
    attempts.forget('ada');
    expect(waitOf(attempts, 'ada')).toBe(0);
    for (let i = 0; i < 2; i += 1) attempts.spend('ada');
    clock.now += 61_000;
    for (let i = 0; i < 3; i += 1) expect(waitOf(attempts, 'ada')).toBe(0);
    attempts.spend('bob');
    attempts.spend('eve');
    expect(waitOf(attempts, 'ada')).toBe(0);
  });
});
