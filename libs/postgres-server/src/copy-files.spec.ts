import { describe, expect, it } from '@jest/globals';
import { forEachParallel } from './copy-files.js';

describe('Work on many items', () => {
  it('takes each of them once, as many at once as are allowed', async () => {
    const taken: number[] = [];
    let inWork = 0;
    let most = 0;
    await forEachParallel(Array.from({ length: 50 }).keys(), 4, async (item) => {
      taken.push(item);
      most = Math.max(most, ++inWork);
      await Promise.resolve();
      inWork -= 1;
    });
    expect(taken).toEqual([...Array.from({ length: 50 }).keys()]);
    expect(most).toBe(4);
  });

  it('rejects with the first error once what was in work has ended, and begins nothing more', async () => {
    const slow = Promise.withResolvers<void>();
    const begun: string[] = [];
    let settled = '';
    const all = forEachParallel(['slow', 'bad', 'later', 'last'], 2, async (item) => {
      begun.push(item);
      if (item === 'slow') await slow.promise;
      if (item === 'bad') throw new Error('a bad one');
    }).catch((error: Error) => (settled = error.message));
    await new Promise(setImmediate);
    expect(settled).toBe('');
    slow.resolve();
    await all;
    expect(settled).toBe('a bad one');
    expect(begun).toEqual(['slow', 'bad']);
  });
});
