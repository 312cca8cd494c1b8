import { expect, it } from '@jest/globals';
import type { Medium } from '@earworm/rules';
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
