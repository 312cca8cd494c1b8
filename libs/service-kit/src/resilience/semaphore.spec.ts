import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it, jest } from '@jest/globals';
import { semaphore } from './semaphore.js';

describe('semaphore', () => {
  it('runs as many tasks at once as it may, lets as many wait, and refuses the rest', async () => {
    const run = semaphore({ concurrency: 2, queue: 3, refusal: 'unavailable' });
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => run(work)));
    expect(most).toBe(2);
    expect(results.map((result) => result.status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected']);
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(run(async () => 'still works')).resolves.toBe('still works');
  });

  it('refuses a task that has waited for too long, and runs the next', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const run = semaphore({ concurrency: 1, queue: 2, maxWaitMs: 6_000, refusal: 'unavailable' });
      const { promise, resolve } = Promise.withResolvers<void>();
      const first = run(() => promise);
      const second = run(async () => 'too late');
      clock.mockReturnValue(1_000);
      const third = run(async () => 'in time');
      clock.mockReturnValue(6_001);
      resolve();
      await first;
      await expect(second).rejects.toMatchObject({ code: 'unavailable' });
      await expect(third).resolves.toBe('in time');
    } finally {
      clock.mockRestore();
    }
  });

  it('runs a task that waited in the async context of its caller', async () => {
    const context = new AsyncLocalStorage<string>();
    const run = semaphore({ concurrency: 1, queue: 2, refusal: 'busy' });
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        context.run(id, () =>
          run(async () => {
            await Promise.resolve();
            return context.getStore();
          }),
        ),
      ),
    );
    expect(seen).toEqual(['a', 'b', 'c']);
  });
});
