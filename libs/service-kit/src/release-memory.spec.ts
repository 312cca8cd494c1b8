import { describe, expect, it } from '@jest/globals';
import { releaseMemory } from './release-memory.js';

const MB = 1024 * 1024;

describe('releasing memory', () => {
  it('gives pages of garbage back to the system', () => {
    const grow = () => Array.from({ length: 1_000_000 }, (_, i) => ({ i })).length;
    for (let round = 0; round < 5; round++) expect(grow()).toBe(1_000_000);
    const before = process.memoryUsage().heapTotal;
    releaseMemory();
    expect(process.memoryUsage().heapTotal).toBeLessThan(before - 30 * MB);
  });

  it('collects objects that survived young collections', async () => {
    const old = new WeakRef({ since: 'the start' });
    // A WeakRef holds its object until the end of the turn.
    await new Promise((resolve) => setImmediate(resolve));
    releaseMemory();
    expect(old.deref()).toBeUndefined();
  });
});
