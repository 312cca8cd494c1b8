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

  it('gives tokens in advance to who waits for them, and refuses more than that without taking them', () => {
    const bucket = new TokenBucket({ burst: 3, perSecond: 4, advance: 6 }, 0);
    expect([3, 3, 3, 1].map((tokens) => bucket.take(0, tokens))).toEqual([0, 750, 1_500, null]);
    expect(bucket.take(250, 1)).toBe(1_500);
  });

  it('takes at most its burst, so that a dear request is possible', () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, 0);
    expect([bucket.take(0, 50), bucket.take(1_000, 50), bucket.take(2_000, 50)]).toEqual([0, null, 0]);
  });
});
