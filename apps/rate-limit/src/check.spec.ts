import { describe, expect, it } from '@jest/globals';
import { behavesAsACheck } from './testing/check.suite.js';
import { memoryCounters } from './counters.js';
import { COUNTED_ACTIONS } from '@earworm/contracts';
import { LIMIT_DEFAULTS, limitsOf, loadRateLimitConfig } from './rate-limit.config.js';
import { memoryJoinQueues } from './join-queue.js';

describe('limits counted in memory', () =>
  behavesAsACheck(() => ({ counters: memoryCounters, joinQueues: memoryJoinQueues })));

describe('limit configuration', () => {
  it('waits 150 ms for Redis', () => {
    expect(loadRateLimitConfig({}).redisWithinMs).toBe(150);
  });

  it('defaults to the limits of the product', () => {
    expect(limitsOf(loadRateLimitConfig({}))).toEqual({
      rows: {
        LIMIT_CREATE: { points: 10, seconds: 600 },
        CEILING_CREATE: { points: 600, seconds: 600 },
        LIMIT_CONTENT: { points: 40_000_000, seconds: 86_400 },
        CEILING_CONTENT: { points: 100_000_000, seconds: 86_400 },
        LIMIT_JOIN: { points: 30, seconds: 60 },
        LIMIT_ANSWER: { points: 20, seconds: 10 },
        LIMIT_SELECT: { points: 60, seconds: 60 },
        LIMIT_JUDGE: { points: 60, seconds: 60 },
        LIMIT_GUESTS: { points: 10, seconds: 600 },
        LIMIT_SEATS: { points: 10, seconds: 86_400 },
        CEILING_SEATS: { points: 2_500, seconds: 86_400 },
        LIMIT_SEAT_REQUESTS: { points: 10, seconds: 600 },
        CEILING_SEAT_REQUESTS: { points: 60, seconds: 600 },
        LIMIT_FEEDBACK: { points: 10, seconds: 600 },
        LIMIT_SCREENSHOTS: { points: 20, seconds: 600 },
        LIMIT_TEMPLATES: { points: 60, seconds: 600 },
        LIMIT_SAVES: { points: 600, seconds: 600 },
        LIMIT_CLIPS: { points: 300, seconds: 600 },
        CEILING_CLIP_BYTES: { points: 1024 * 1024 * 1024, seconds: 86_400 },
        CEILING_SCREENSHOT_BYTES: { points: 256 * 1024 * 1024, seconds: 86_400 },
        LIMIT_CODES: { points: 10, seconds: 60 },
        CEILING_CODES: { points: 60, seconds: 60 },
      },
      addressLimits: {
        'sign-ins': { points: 3_000, seconds: 600 },
        'sign-outs': { points: 1_200, seconds: 600 },
        joins: { points: 3_000, seconds: 60 },
        sockets: { points: 12_000, seconds: 60 },
        reports: { points: 30_000, seconds: 60 },
        requests: { points: 30_000, seconds: 60 },
        'requests-of-user': { points: 1_200, seconds: 60 },
      },
      seats: { burst: { points: 400, seconds: 10 }, rate: { points: 20, seconds: 1 } },
    });
    expect(loadRateLimitConfig({ LIMIT_CREATE: '3/60' }).LIMIT_CREATE).toEqual({ points: 3, seconds: 60 });
  });

  it.each(Object.keys(limitsOf(loadRateLimitConfig({})).rows))('%s sets its own row, and no other', (variable) => {
    const usual = limitsOf(loadRateLimitConfig({})).rows;
    const { rows } = limitsOf(loadRateLimitConfig({ [variable]: '3/60' }));
    expect(rows).toEqual({ ...usual, [variable]: { points: 3, seconds: 60 } });
  });

  it('counts no action twice under one name', () => {
    for (const action of COUNTED_ACTIONS) {
      const keys = LIMIT_DEFAULTS[action].flatMap(({ by }) => by.map((each) => each.split(' ', 1)[0]));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it.each(['ten/600', '10', '0/10', '10/0', '-1/5', '10/600/1'])('refuses %s as a limit', (text) => {
    expect(() => loadRateLimitConfig({ LIMIT_JOIN: text })).toThrow('LIMIT_JOIN: must be <points>/<seconds>');
  });
});
