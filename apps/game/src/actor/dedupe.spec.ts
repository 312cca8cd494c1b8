import { describe, expect, it } from '@jest/globals';
import { Dedupe, KEPT_MS, KEPT_PER_USER, USER_MAX } from './dedupe.js';

describe('accepted commands', () => {
  it('finds a command by user and id', () => {
    const dedupe = new Dedupe();
    dedupe.add('ann', 'one', 5, 0);
    expect(dedupe.find('ann', 'one')).toBe(5);
    expect(dedupe.find('bob', 'one')).toBeUndefined();
    expect(dedupe.find('ann', 'two')).toBeUndefined();
  });

  it('keeps commands for two minutes, and the latest sixteen of each user longer', () => {
    const dedupe = new Dedupe();
    for (let n = 0; n < 20; n++) dedupe.add('ann', `id-${n}`, n, n);
    expect(dedupe.find('ann', 'id-0')).toBe(0);
    dedupe.add('ann', 'late', 99, KEPT_MS + 100);
    expect(dedupe.list()).toHaveLength(KEPT_PER_USER);
    expect(dedupe.find('ann', 'id-4')).toBeUndefined();
    expect(dedupe.find('ann', 'id-5')).toBe(5);
  });

  it('limits the kept commands of one user', () => {
    const dedupe = new Dedupe();
    for (let n = 0; n < USER_MAX + 10; n++) dedupe.add('ann', `id-${n}`, n, 0);
    expect(dedupe.list()).toHaveLength(USER_MAX);
  });
});
