import { describe, expect, it } from '@jest/globals';
import { memoryCheck } from './check.js';
import { behavesAsACheck } from './check.suite.js';
import { limitsOf } from './open-check.js';
import { loadRateLimitConfig } from './rate-limit.config.js';

describe('A limit counted in memory', () => behavesAsACheck(memoryCheck));

describe('The limits', () => {
  it('are those of the product unless configured', () => {
    expect(limitsOf(loadRateLimitConfig({}))).toEqual({
      create_game: { points: 10, seconds: 600 },
      join_game: { points: 30, seconds: 60 },
      answer_submission: { points: 20, seconds: 10 },
      select_question: { points: 60, seconds: 60 },
      judge_answer: { points: 60, seconds: 60 },
    });
    expect(loadRateLimitConfig({ LIMIT_CREATE: '3/60' }).LIMIT_CREATE).toEqual({ points: 3, seconds: 60 });
  });

  it.each(['ten/600', '10', '0/10', '10/0', '-1/5', '10/600/1'])('refuse to be configured as %s', (text) => {
    expect(() => loadRateLimitConfig({ LIMIT_JOIN: text })).toThrow('LIMIT_JOIN: must be <points>/<seconds>');
  });
});
