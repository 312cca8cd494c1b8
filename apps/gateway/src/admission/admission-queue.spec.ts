import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { AdmissionQueue } from './admission-queue.js';

describe('a crowd at the admissionQueue', () => {
  it('passes in the order it came, a few in each turn, and nobody twice', async () => {
    const admissionQueue = new AdmissionQueue();
    const passed: number[] = [];
    for (let i = 0; i < 100; i++) admissionQueue.enter(() => passed.push(i));
    const counts: number[] = [];
    while (passed.length < 100) {
      await turn();
      counts.push(passed.length);
    }
    expect(passed).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(counts.length).toBeGreaterThanOrEqual(6);
  });

  it('lets in who comes alone at the next turn, also after a crowd', async () => {
    const admissionQueue = new AdmissionQueue();
    const passed: string[] = [];
    for (const who of ['ann', 'bob']) {
      admissionQueue.enter(() => passed.push(who));
      await turn();
      expect(passed.at(-1)).toBe(who);
    }
  });
});
