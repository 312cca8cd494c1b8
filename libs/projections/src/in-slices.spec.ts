import { describe, expect, it } from '@jest/globals';
import { inSlices, SLICE_MS } from './in-slices.js';

/** Time passes only with work. */
const clock = () => {
  let ms = 0;
  return { now: () => ms, takes: (some: number) => void (ms += some) };
};

/** Other work of the event loop: runs once per turn until it is stopped. */
function others(received: string[]) {
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    received.push('others');
    setImmediate(turn);
  };
  setImmediate(turn);
  return () => void (isOver = true);
}

describe('work on a page of the log', () => {
  it('completes all items in order, however long each takes', async () => {
    const { now, takes } = clock();
    const all = Array.from({ length: 500 }, (_, i) => i);
    const done: number[] = [];
    const work = (one: number) => {
      done.push(one);
      takes((one % 7) / 3);
    };
    await inSlices(all, work, now);
    expect(done).toEqual(all);
  });

  it('yields the event loop after each slice of three items', async () => {
    const { now, takes } = clock();
    const received: string[] = [];
    const stop = others(received);
    const work = (piece: string) => {
      received.push(piece);
      takes(SLICE_MS / 3);
    };
    await inSlices(
      Array.from({ length: 30 }, () => 'piece'),
      work,
      now,
    );
    stop();
    const held = received
      .join(' ')
      .split(/(?:others ?)+/)
      .filter(Boolean);
    expect(held.map((slice) => slice.trim().split(' ').length)).toEqual(Array<number>(10).fill(3));
  });

  it('yields the event loop after its last slice', async () => {
    const { now, takes } = clock();
    const received: string[] = [];
    const stop = others(received);
    await inSlices([1], () => (received.push('piece'), takes(SLICE_MS)), now);
    expect(received.slice(received.indexOf('piece'))).toEqual(['piece', 'others']);
    stop();
  });

  it('never shares a turn of the event loop with a slice of another projection', async () => {
    const { now, takes } = clock();
    const received: string[] = [];
    const stop = others(received);
    const follow = (name: string) =>
      inSlices(
        Array.from({ length: 10 }, () => name),
        (piece) => (received.push(piece), takes(SLICE_MS)),
        now,
      );
    await Promise.all([follow('history'), follow('figures')]);
    stop();
    expect(
      received.filter((each, at) => each !== 'others' && ![undefined, 'others'].includes(received[at - 1])),
    ).toEqual([]);
    expect(received.filter((each) => each !== 'others')).toHaveLength(20);
  });

  it('waits for an asynchronous item before the next one', async () => {
    const done: string[] = [];
    const work = (one: number) => {
      if (one !== 2) return void done.push(String(one));
      return new Promise<void>((resolve) => setImmediate(() => (done.push('waited'), resolve())));
    };
    await inSlices([1, 2, 3], work);
    expect(done).toEqual(['1', 'waited', '3']);
  });

  it('ends with the first item that fails', async () => {
    const { now, takes } = clock();
    const done: number[] = [];
    const work = (one: number) => {
      takes(SLICE_MS);
      if (one === 3) throw new Error('an unknown type');
      done.push(one);
    };
    await expect(inSlices([1, 2, 3, 4], work, now)).rejects.toThrow('an unknown type');
    expect(done).toEqual([1, 2]);
  });
});
