import { describe, expect, it } from '@jest/globals';
import { MemoryJoinQueue } from './join-queue.js';

describe('a throttle', () => {
  let now = 0;
  const opened = (most?: number) =>
    new MemoryJoinQueue({ burst: { points: 4, seconds: 1 }, rate: { points: 2, seconds: 1 } }, () => now, most);
  let members = 0;
  const enter = async (throttle: MemoryJoinQueue, count: number) => {
    const delays = [];
    for (let i = 0; i < count; i++) delays.push(await throttle.enter('a game from a venue', `player ${members++}`));
    return delays.map((delay) => (delay === null ? 0 : delay.ms));
  };

  it('lets a burst pass, and the others at its rate when the window of the burst is over', async () => {
    now = 0;
    const throttle = opened();
    expect(await enter(throttle, 7)).toEqual([0, 0, 0, 0, 1_500, 2_000, 2_500]);
    now = 2_200;
    expect(await enter(throttle, 2)).toEqual([800, 1_300]);
  });

  it('delays no request at or below its rate', async () => {
    now = 0;
    const throttle = opened();
    for (let i = 0; i < 200; i++, now += 500) expect(await enter(throttle, 1)).toEqual([0]);
  });

  it('lets no second burst pass until what came could have come at its rate', async () => {
    now = 0;
    const throttle = opened();
    await enter(throttle, 4);
    now = 1_000;
    expect(await enter(throttle, 1)).toEqual([500]);
    now = 3_500;
    expect(await enter(throttle, 5)).toEqual([0, 0, 0, 0, 1_500]);
  });

  it('shows places that go down by its rate, and stand while the window lasts', async () => {
    now = 0;
    const throttle = opened();
    await enter(throttle, 4);
    for (const player of ['ann', 'bob', 'cem']) await throttle.enter('a game from a venue', player);
    const places = async () =>
      Promise.all(['ann', 'bob', 'cem'].map(async (player) => (await throttle.waitOf(player))?.place ?? 0));
    expect(await places()).toEqual([1, 2, 3]);
    now = 1_000;
    expect(await places()).toEqual([1, 2, 3]);
    now = 1_600;
    expect(await places()).toEqual([0, 1, 2]);
    now = 2_500;
    expect(await places()).toEqual([0, 0, 0]);
  });

  it('remembers no more places than it may', async () => {
    now = 0;
    const throttle = opened(10);
    await throttle.enter('a game from a venue', 'first');
    for (let i = 0; i < 30; i++) await throttle.enter('a game from a venue', `player ${i}`);
    expect(await throttle.waitOf('player 5')).toBeNull();
    expect(await throttle.waitOf('player 29')).not.toBeNull();
  });
});
