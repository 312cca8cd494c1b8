import { describe, expect, it } from '@jest/globals';
import { limitRefusal } from './limits.js';

describe('the refusal of a limit', () => {
  it.each([
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
    [0, 30],
    [-5, 30],
  ])('names the seconds to wait: of %d ms %d', (waitMs, n) => {
    expect(limitRefusal('join_game', waitMs)).toMatchObject({ code: 'limit-join', params: { n } });
  });

  it.each([
    ['request_seat', { code: 'limit-seat-requests', params: { n: 60 } }],
    ['send_feedback', { code: 'feedback-too-soon', params: { n: 30 } }],
  ] as const)('gives %s a default wait when the actual one is unknown', (action, refusal) => {
    expect(limitRefusal(action, 0)).toMatchObject(refusal);
  });
});
