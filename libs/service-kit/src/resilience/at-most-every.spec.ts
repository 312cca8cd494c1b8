import { describe, expect, it, jest } from '@jest/globals';
import { atMostEvery } from './at-most-every.js';

describe('calls at most every so often', () => {
  it('drop those in between and count them', () => {
    const work = jest.fn();
    let now = 0;
    const call = atMostEvery(1_000, work, () => now);
    for (now of [0, 1, 999, 1_000, 1_999]) call(`at ${now}`);
    expect(work.mock.calls).toEqual([
      [0, 'at 0'],
      [2, 'at 1000'],
    ]);
  });
});
