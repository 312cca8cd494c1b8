import { expect, it } from '@jest/globals';
import type { Medium } from '@earworm/rules';
import { heard } from './sounds.js';
import { createYoutubePlayer } from './youtube.js';

const video: Medium = { kind: 'youtube', youtubeLink: 'x', videoId: 'dQw4w9WgXcQ', start: null, end: null };

it('a video without a place on the page fails, and asks YouTube for nothing', () => {
  let calls = 0;
  const player = createYoutubePlayer(
    () => null,
    () => {
      calls++;
      return Promise.reject(new Error('there is nothing to load'));
    },
  );
  player.load(video, 0);
  player.play();
  expect(player.state).toEqual({ status: 'failed', fault: 'player', blocked: false });
  expect(calls).toBe(0);
  player.dispose();
});

it('a player that is disposed in the middle of a song is heard no longer', () => {
  const player = createYoutubePlayer(
    () => ({}) as HTMLElement,
    () => new Promise(() => undefined),
  );
  player.load(video, 0);
  player.play();
  expect(heard.size).toBe(1);
  player.dispose();
  expect(heard.size).toBe(0);
});
