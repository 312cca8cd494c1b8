import { describe, expect, it } from '@jest/globals';
import { TokenBucket } from './token-bucket.js';

const spendAll = (bucket: TokenBucket, now: number) => {
  let spent = 0;
  while (spent < 1_000 && bucket.spend(now)) spent++;
  return spent;
};

describe('the token bucket of a connection', () => {
  it('allows its burst at once and not one more', () => {
    expect(spendAll(new TokenBucket({ burst: 5, perSecond: 2 }, 0), 0)).toBe(5);
  });

  it('fills with time, but never above its burst', () => {
    const bucket = new TokenBucket({ burst: 5, perSecond: 2 }, 0);
    spendAll(bucket, 0);
    expect(spendAll(bucket, 1_000)).toBe(2);
    expect(spendAll(bucket, 1_250)).toBe(0);
    expect(spendAll(bucket, 60_000)).toBe(5);
  });
});
