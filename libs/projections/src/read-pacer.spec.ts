import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ReadPacer } from './read-pacer.js';

const NEVER = new AbortController().signal;

describe('read pacer of the projections of one process', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A page that takes `ms`. */
  const page = (read: string[], name: string, ms: number, more: boolean) => () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    read.push(name);
    setTimeout(() => resolve(more), ms);
    return promise;
  };

  it('runs reads one at a time, in the order in which they were requested', async () => {
    const [pacer, read] = [new ReadPacer(), [] as string[]];
    for (const name of ['history', 'facts', 'clips']) void pacer.take(page(read, name, 10, false), NEVER);
    await jest.advanceTimersByTimeAsync(9);
    expect(read).toEqual(['history']);
    await jest.advanceTimersByTimeAsync(1);
    expect(read).toEqual(['history', 'facts']);
    await jest.advanceTimersByTimeAsync(10);
    expect(read).toEqual(['history', 'facts', 'clips']);
  });

  it('pauses for as long as a page took while there is more to read', async () => {
    const [pacer, read] = [new ReadPacer(), [] as string[]];
    void pacer.take(page(read, 'first', 40, true), NEVER);
    void pacer.take(page(read, 'second', 40, true), NEVER);
    await jest.advanceTimersByTimeAsync(79);
    expect(read).toEqual(['first']);
    await jest.advanceTimersByTimeAsync(1);
    expect(read).toEqual(['first', 'second']);
  });

  it('pauses for at most a quarter of a second', async () => {
    const [pacer, read] = [new ReadPacer(), [] as string[]];
    void pacer.take(page(read, 'first', 5_000, true), NEVER);
    void pacer.take(page(read, 'second', 1, true), NEVER);
    await jest.advanceTimersByTimeAsync(5_250);
    expect(read).toEqual(['first', 'second']);
  });

  it('starts the next read at once after the last page of the log', async () => {
    const [pacer, read] = [new ReadPacer(), [] as string[]];
    void pacer.take(page(read, 'first', 40, false), NEVER);
    void pacer.take(page(read, 'second', 40, true), NEVER);
    await jest.advanceTimersByTimeAsync(40);
    expect(read).toEqual(['first', 'second']);
  });

  it('continues after a page that failed', async () => {
    const [pacer, read] = [new ReadPacer(), [] as string[]];
    await expect(pacer.take(() => Promise.reject(new Error('away')), NEVER)).rejects.toThrow('away');
    void pacer.take(page(read, 'next', 1, false), NEVER);
    await jest.advanceTimersByTimeAsync(0);
    expect(read).toEqual(['next']);
  });

  it('ends a read at once when its projection stops while it waits or pauses', async () => {
    const [pacer, read] = [new ReadPacer(), [] as string[]];
    void pacer.take(page(read, 'first', 40, true), NEVER);
    const [waiting, resting] = [new AbortController(), new AbortController()];
    const waits = pacer.take(page(read, 'waits', 1, true), waiting.signal);
    waiting.abort();
    expect(await waits).toBe(false);
    const rests = pacer.take(page(read, 'rests', 1, true), resting.signal);
    await jest.advanceTimersByTimeAsync(50);
    resting.abort();
    expect(await rests).toBe(false);
    void pacer.take(page(read, 'second', 1, true), NEVER);
    await jest.advanceTimersByTimeAsync(40);
    expect(read).toEqual(['first', 'second']);
  });
});
