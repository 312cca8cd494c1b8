import { describe, expect, it } from '@jest/globals';
import { connectionQuality } from './connection-quality.js';

describe('the quality of a connection', () => {
  it.each([
    [[], null],
    [[20, 30], null],
    [[20, 30, 25, 400], 'good'],
    [[180, 190, 200], 'slow'],
    [[20, 120, 160, 25, 140], 'unsteady'],
    [[200, 300, 320], 'unsteady'],
  ] as const)('takes round trips of %j for %s', (roundTrips, quality) => {
    expect(connectionQuality(roundTrips)).toBe(quality);
  });
});
