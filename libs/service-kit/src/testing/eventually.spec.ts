import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from './eventually.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('eventually', () => {
  it('resolves with the first result of the check', async () => {
    let checks = 0;
    const result = eventually(() => {
      if (++checks < 5) throw new Error('not yet');
      return checks;
    });
    await jest.advanceTimersByTimeAsync(10);
    expect(await result).toBe(5);
  });

  it('throws the last error of the check once the time is up', async () => {
    let checks = 0;
    const result = eventually(() => Promise.reject(new Error(`check ${++checks} failed`)), 200);
    const failed = expect(result).rejects.toThrow(/^check \d{2} failed$/);
    await jest.advanceTimersByTimeAsync(300);
    await failed;
  });

  it.each([
    { atMs: 10, longestPauseMs: undefined, nextWithinMs: 2 },
    { atMs: 500, longestPauseMs: undefined, nextWithinMs: 60 },
    { atMs: 20_000, longestPauseMs: undefined, nextWithinMs: 101 },
    { atMs: 20_000, longestPauseMs: 20, nextWithinMs: 21 },
  ])('checks again within $nextWithinMs ms after $atMs ms', async ({ atMs, longestPauseMs, nextWithinMs }) => {
    const checkedAt: number[] = [];
    const startedAt = performance.now();
    const result = eventually(
      () => {
        checkedAt.push(performance.now() - startedAt);
        if (checkedAt.at(-1)! < atMs + 1_000) throw new Error('not yet');
      },
      30_000,
      longestPauseMs,
    );
    await jest.advanceTimersByTimeAsync(atMs + 1_200);
    await result;
    const next = checkedAt.findIndex((ms) => ms >= atMs);
    const pauseMs = checkedAt[next]! - checkedAt[next - 1]!;
    expect(pauseMs).toBeLessThanOrEqual(nextWithinMs);
    expect(pauseMs).toBeGreaterThan(nextWithinMs * 0.4);
  });
});
