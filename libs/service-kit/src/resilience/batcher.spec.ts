import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { Batcher } from './batcher.js';

describe('batcher', () => {
  it('puts items that arrive during a batch into the next, and settles each with its own batch', async () => {
    const written: number[][] = [];
    let release = () => undefined as void;
    const batcher = new Batcher<number>(async (items) => {
      written.push([...items]);
      if (items.includes(3)) throw new Error('the disk is full');
      await new Promise<void>((resolve) => (release = resolve));
    });
    const first = batcher.add(1);
    const others = Promise.allSettled([batcher.add(2), batcher.add(3)]);
    release();
    await first;
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = batcher.add(4);
    release();
    await again;
    expect(written).toEqual([[1], [2, 3], [4]]);
  });

  it('refuses the next item when five thousand wait', async () => {
    let release = () => undefined as void;
    const batcher = new Batcher<number>(() => new Promise<void>((resolve) => (release = resolve)));
    const first = batcher.add(0);
    const waiting = Array.from({ length: 5_000 }, (_, i) => batcher.add(i + 1));
    await expect(batcher.add(5_001)).rejects.toBeInstanceOf(RefusedError);
    release();
    await first;
    release();
    await Promise.all(waiting);
  });

  it('runs a batch outside of the request whose item arrived first', async () => {
    const request = new AsyncLocalStorage<string>();
    const writers: (string | undefined)[] = [];
    const batcher = new Batcher<string>(async () => {
      await Promise.resolve();
      writers.push(request.getStore());
    });
    const added = async (item: string) => {
      await batcher.add(item);
      return request.getStore();
    };
    const all = ['ann', 'bob'].map((each) => request.run(each, () => added(each)));
    expect(await Promise.all(all)).toEqual(['ann', 'bob']);
    expect(writers).toEqual([undefined, undefined]);
  });
});
