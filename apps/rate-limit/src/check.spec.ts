import { describe, expect, it } from '@jest/globals';
import { behavesAsACheck } from './check.suite.js';
import { memoryCounters } from './counters.js';
import { limitsOf, loadRateLimitConfig } from './rate-limit.config.js';

describe('Limits counted in memory', () => behavesAsACheck(() => memoryCounters));

describe('The limits', () => {
  it('are those of the product unless configured', () => {
    expect(limitsOf(loadRateLimitConfig({}))).toEqual({
      actions: {
        create_game: { points: 10, seconds: 600 },
        join_game: { points: 30, seconds: 60 },
        answer_submission: { points: 20, seconds: 10 },
        select_question: { points: 60, seconds: 60 },
        judge_answer: { points: 60, seconds: 60 },
        sign_in_guest: { points: 10, seconds: 600 },
        take_seat: { points: 10, seconds: 86_400 },
        send_feedback: { points: 10, seconds: 600 },
        upload_screenshot: { points: 20, seconds: 600 },
        keep_template: { points: 60, seconds: 600 },
        save_template: { points: 600, seconds: 600 },
        upload_clip: { points: 300, seconds: 600 },
      },
      ceilings: {
        'sign-ins': { points: 3_000, seconds: 600 },
        joins: { points: 3_000, seconds: 60 },
        sockets: { points: 12_000, seconds: 60 },
        reports: { points: 30_000, seconds: 60 },
        bodies: { points: 30_000, seconds: 60 },
        'bodies-of-user': { points: 1_200, seconds: 60 },
      },
      seatsOfAddress: { points: 2_500, seconds: 86_400 },
    });
    expect(loadRateLimitConfig({ LIMIT_CREATE: '3/60' }).LIMIT_CREATE).toEqual({ points: 3, seconds: 60 });
  });

  it.each([
    ['LIMIT_TEMPLATES', 'keep_template'],
    ['LIMIT_SAVES', 'save_template'],
    ['LIMIT_CLIPS', 'upload_clip'],
    ['LIMIT_SCREENSHOTS', 'upload_screenshot'],
  ] as const)('%s is how often %s may be done, and nothing else', (variable, action) => {
    const usual = limitsOf(loadRateLimitConfig({})).actions;
    const { actions } = limitsOf(loadRateLimitConfig({ [variable]: '3/60' }));
    expect(actions).toEqual({ ...usual, [action]: { points: 3, seconds: 60 } });
  });

  it.each(['ten/600', '10', '0/10', '10/0', '-1/5', '10/600/1'])('refuse to be configured as %s', (text) => {
    expect(() => loadRateLimitConfig({ LIMIT_JOIN: text })).toThrow('LIMIT_JOIN: must be <points>/<seconds>');
  });
});
