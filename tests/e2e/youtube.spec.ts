/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { youtubeIn } from './support/fake-youtube.js';
import type { Board } from './support/prepared-game.js';
import { test } from './support/test.js';

const VIDEOS = ['aaaaaaaaaa1', 'bbbbbbbbbb2', 'cccccccccc3'];
/** The first `count` videos as questions, each from its tenth second. */
const videos = (count: number): Board => ({
  Videos: VIDEOS.slice(0, count).map((id) => ({ answer: `Answer ${id}`, link: `https://youtu.be/${id}?t=10` })),
});

describe('a question with a YouTube video', () => {
  test('stops playing when the sound check is closed halfway, and the setup is back', async ({ game, setup }) => {
    const moderator = await setup(await game({ board: videos(3), started: false }), { clock: true });
    const { page } = moderator.person;
    const played = async () => (await youtubeIn(page).log()).filter((line) => line.startsWith('play'));
    await moderator.person.button('Sound check').click();
    await moderator.person.button('Start sound check').click();
    await page.waitForFunction(() => window.fakeYoutube?.log.some((line) => line.startsWith('play')));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const before = await played();
    expect(before.length).toBeLessThan(3);
    await page.clock.runFor(2_500);
    expect(await played()).toEqual(before);
    await moderator.person.sees('Set up your game');
  });

  test('shows the video at the desk uncovered and at least 200 by 200 pixels', async ({ game, desk }) => {
    const moderator = await desk(await game({ board: videos(1) }));
    await moderator.pick('Videos for 100');
    await moderator.person.page.locator('[data-testid="media"][data-status="playing"]').waitFor();
    const frame = moderator.person.page.getByTitle('YouTube video player');
    const box = (await frame.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(200);
    const onTop = await frame.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((at) => document.elementFromPoint(left + width * at, top + height * at) === element);
    });
    expect(onTop).toBe(true);
  });

  test('lets the moderator skip it where YouTube cannot be reached', async ({ game, desk }) => {
    const played = await game({ board: videos(1) });
    await played.pick();
    const moderator = await desk(played, { youtube: 'away' });
    await moderator.person.sees('YouTube cannot be reached from this network.');
    await moderator.judge('Nobody');
    await moderator.person.sees('That was the last question');
  });
});
