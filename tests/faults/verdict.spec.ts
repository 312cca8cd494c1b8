import { describe, expect, it } from '@jest/globals';
import { isSwift } from './verdict.js';

describe('the verdict on a run', () => {
  it('reports games that stood still for more than two seconds after a kill of their owner', () => {
    expect(isSwift({ pauseP99Ms: 2_001 })).toBe(false);
    expect(isSwift({ pauseP99Ms: 2_000 })).toBe(true);
  });

  it('says nothing of pauses where no owner was killed', () => {
    expect(isSwift({ pauseP99Ms: null })).toBe(true);
  });
});
