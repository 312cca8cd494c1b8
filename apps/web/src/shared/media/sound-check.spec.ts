import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClipId, type Medium } from '@earworm/rules';
import { createFakePlayer } from '../../testing/fake-player.js';
import { createMediaDeck } from './media-deck.js';
import { type SoundResult, soundCheck } from './sound-check.js';

const clip = (id: string): Medium => ({ kind: 'clip', clipId: ClipId.parse(id) });

describe('the sound check', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function checking(media: readonly Medium[]) {
    const player = createFakePlayer();
    const other = createFakePlayer();
    const results: [number, SoundResult][] = [];
    const stop = new AbortController();
    const deckWith = (clips: typeof player) => createMediaDeck({ clip: () => clips, youtube: createFakePlayer });
    const done = soundCheck(media, [deckWith(player), deckWith(other)], stop.signal, (...calls) => results.push(calls));
    return { player, other, results, stop, done };
  }

  it('plays a second of each song while the next one loads, and then nothing', async () => {
    const { player, other, results, done } = checking([clip('a'), clip('b'), clip('c')]);
    await jest.advanceTimersByTimeAsync(500);
    expect(other.calls).toEqual(['load b at 0']);
    await jest.advanceTimersByTimeAsync(2_500);
    await done;
    expect(player.calls).toEqual(['load a at 0', 'play', 'stop', 'load c at 0', 'play', 'stop']);
    expect(other.calls).toEqual(['load b at 0', 'play', 'stop']);
    expect(results).toEqual([
      [0, 'good'],
      [1, 'good'],
      [2, 'good'],
    ]);
  });

  it('knows by its turn that a song failed while it was loaded', async () => {
    const { other, results, done } = checking([clip('a'), clip('b'), clip('c')]);
    await jest.advanceTimersByTimeAsync(500);
    other.fail('clip');
    await jest.advanceTimersByTimeAsync(1_500);
    await done;
    expect(results).toEqual([
      [0, 'good'],
      [1, 'clip'],
      [2, 'good'],
    ]);
  });

  it('reports which song failed and why, and continues', async () => {
    const { player, results, done } = checking([clip('a'), clip('b')]);
    player.fail('clip');
    await jest.advanceTimersByTimeAsync(1_000);
    await done;
    expect(results).toEqual([
      [0, 'clip'],
      [1, 'good'],
    ]);
  });

  it('waits for no song that keeps loading', async () => {
    const { player, results, done } = checking([clip('a')]);
    player.buffer();
    await jest.advanceTimersByTimeAsync(15_000);
    await done;
    expect(results).toEqual([[0, 'stalled']]);
  });

  it('stops in the middle when it is aborted', async () => {
    const { player, results, stop, done } = checking([clip('a'), clip('b')]);
    stop.abort();
    await done;
    expect(results).toEqual([]);
    expect(player.calls.at(-1)).toBe('stop');
  });
});
