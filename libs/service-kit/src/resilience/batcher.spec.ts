import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { GroupWriter } from './batcher.js';

describe('writing in groups', () => {
  it('writes what comes during a write together in the next, and tells each whether its own is committed', async () => {
    const written: number[][] = [];
    let release = () => undefined as void;
    const writer = new GroupWriter<number>(async (items) => {
      written.push([...items]);
      if (items.includes(3)) throw new Error('the disk is full');
      await new Promise<void>((resolve) => (release = resolve));
    });
    const first = writer.add(1);
    const others = Promise.allSettled([writer.add(2), writer.add(3)]);
    release();
    await first;
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = writer.add(4);
    release();
    await again;
    expect(written).toEqual([[1], [2, 3], [4]]);
  });

  it('refuses the next when five thousand wait', async () => {
    let release = () => undefined as void;
    const writer = new GroupWriter<number>(() => new Promise<void>((resolve) => (release = resolve)));
    const first = writer.add(0);
    const waiting = Array.from({ length: 5_000 }, (_, i) => writer.add(i + 1));
    await expect(writer.add(5_001)).rejects.toBeInstanceOf(RefusedError);
    release();
    await first;
    release();
    await Promise.all(waiting);
  });

  it('writes in the name of nobody: not as part of the request whose item happened to come first', async () => {
    const request = new AsyncLocalStorage<string>();
    const writers: (string | undefined)[] = [];
    const writer = new GroupWriter<string>(async () => {
      await Promise.resolve();
      writers.push(request.getStore());
    });
    const added = async (item: string) => {
      await writer.add(item);
      return request.getStore();
    };
    const all = ['ann', 'bob'].map((each) => request.run(each, () => added(each)));
    expect(await Promise.all(all)).toEqual(['ann', 'bob']);
    expect(writers).toEqual([undefined, undefined]);
  });
});
