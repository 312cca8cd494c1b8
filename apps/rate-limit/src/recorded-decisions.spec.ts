import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AddressLimitName, CountedAction, ThrottledLogin } from '@earworm/contracts';
import { createAddressLimits } from './address-limits.js';
import { createCheck } from './check.js';
import { memoryCounters } from './counters.js';
import { memoryLoginThrottles } from './login-throttles.js';
import { limitsOf, loadRateLimitConfig } from './rate-limit.config.js';
import { memoryJoinQueues } from './join-queue.js';

/** Limits that a short sequence of calls reaches. */
const SMALL = {
  LIMIT_CREATE: '3/60',
  CEILING_CREATE: '4/60',
  LIMIT_CONTENT: '9/60',
  CEILING_CONTENT: '12/60',
  LIMIT_JOIN: '4/30',
  LIMIT_ANSWER: '3/10',
  LIMIT_SELECT: '3/20',
  LIMIT_JUDGE: '2/20',
  LIMIT_GUESTS: '2/60',
  LIMIT_SEATS: '6/90',
  CEILING_SEATS: '9/90',
  LIMIT_SEAT_REQUESTS: '2/60',
  CEILING_SEAT_REQUESTS: '3/60',
  LIMIT_FEEDBACK: '2/60',
  LIMIT_SCREENSHOTS: '3/60',
  LIMIT_TEMPLATES: '2/60',
  LIMIT_SAVES: '3/60',
  LIMIT_CLIPS: '3/60',
  CEILING_CLIP_BYTES: '9/60',
  CEILING_SCREENSHOT_BYTES: '7/60',
  LIMIT_CODES: '2/60',
  CEILING_CODES: '3/60',
  CEILING_SEATS_BURST: '1/10',
  CEILING_SEATS_RATE: '1/2',
  CEILING_SIGN_INS: '5/60',
  CEILING_SIGN_OUTS: '4/60',
  CEILING_JOINS: '6/60',
  CEILING_SOCKETS: '7/60',
  CEILING_REPORTS: '8/60',
  CEILING_REQUESTS: '9/60',
  LIMIT_REQUESTS: '5/60',
};

/**
 * Runs calls against limits that count in memory; `later` lets time pass. A call is a line of words, and so is the
 * decision: `check <action> <user> <game> <device> <address> <points, or look>`, `count <ceiling> <address> <points>`,
 * `guess <guessed> <account>`, `forget <guessed> <account>`, `later <ms>`; `-` stands for none.
 */
function replayer(later: (ms: number) => Promise<void>): (call: string) => Promise<string> {
  const limits = limitsOf(loadRateLimitConfig(SMALL));
  const check = createCheck(limits, { counters: memoryCounters, joinQueues: memoryJoinQueues });
  const addressLimits = createAddressLimits(limits, memoryCounters);
  const throttles = memoryLoginThrottles();
  const orNull = (word: string) => (word === '-' ? null : word);
  return async (call) => {
    const [kind, name = '', ...words] = call.split(' ');
    const [first = '', second = '', device = '', address = '', points = ''] = words;
    switch (kind) {
      case 'later':
        await later(Number(name));
        return '';
      case 'check': {
        const who = { userId: first, gameId: second, device: orNull(device), address: orNull(address) };
        const action = name as CountedAction;
        const cost = points === 'look' ? { spend: false } : { spend: true, points: Number(points) };
        const { allowed, remaining, resetTime, delay } = await check({ action, ...who, ...cost });
        if (!allowed) return `refused ${resetTime}`;
        return delay ? `delayed ${delay.ms} at ${delay.place}, ${remaining} left` : `allowed ${remaining}`;
      }
      case 'count': {
        const spent = [{ ceiling: name as AddressLimitName, address: first, points: Number(second) }];
        const { refused } = await addressLimits({ spent });
        return refused.length === 0 ? 'allowed' : `refused ${refused[0]?.forMs}`;
      }
      case 'guess':
        return `wait ${await throttles[name as ThrottledLogin].spend(first)}`;
      case 'forget':
        await throttles[name as ThrottledLogin].forget(first);
        return '';
      default:
        throw new Error(`no such call: ${call}`);
    }
  };
}

/** Made by fast-check, and decided by the limits of release 0.1.0: sequences of calls, each with its decision. */
const RECORDED = readFileSync(new URL('./testing/recorded-decisions.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .map((sequence) => sequence.trim().split('\n'));

describe('decisions of all limits', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 0 }));
  afterEach(() => void jest.useRealTimers());

  it.each(RECORDED.map((lines, index) => ({ number: index + 1, lines })))(
    'repeats the recorded decisions of sequence $number',
    async ({ lines }) => {
      const decide = replayer((ms) => jest.advanceTimersByTimeAsync(ms));
      const decided: string[] = [];
      for (const line of lines) {
        const [call = ''] = line.split(' => ');
        const decision = await decide(call);
        decided.push(decision === '' ? call : `${call} => ${decision}`);
      }
      expect(decided).toEqual(lines);
    },
  );
});
