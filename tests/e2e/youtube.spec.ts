/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { youtubeIn } from './support/fake-youtube.js';
import type { Moderator } from './support/moderator.js';
import type { Board } from './support/prepared-game.js';
import { test } from './support/test.js';

const VIDEOS = ['aaaaaaaaaa1', 'bbbbbbbbbb2', 'cccccccccc3', 'dddddddddd4', 'eeeeeeeeee5'] as const;
/** The first `count` videos as questions, each from its tenth second. */
const videos = (count: number): Board => ({
  Videos: VIDEOS.slice(0, count).map((id) => ({ answer: `Answer ${id}`, link: `https://youtu.be/${id}?t=10` })),
});

const EXCERPT = { id: 'excerpt_012', from: 20, to: 28 };
const LENGTH_MS = (EXCERPT.to - EXCERPT.from) * 1_000;
const excerpt: Board = {
  Videos: [
    { answer: 'An excerpt', link: `https://youtu.be/${EXCERPT.id}?start=${EXCERPT.from}&end=${EXCERPT.to}` },
    { answer: 'Another video', link: 'https://youtu.be/aaaaaaaaaa1' },
  ],
};

const FAULTS = [
  [2, 'YouTube does not know this video.'],
  [100, 'This video was removed or is private.'],
  [101, 'Its owner allows this video on YouTube only.'],
  [153, 'YouTube refused to play on this site (missing referrer).'],
] as const;

const mediaIs = ({ person }: Moderator, status: string) =>
  person.page.locator(`[data-testid="media"][data-status="${status}"]`).waitFor();

describe('a question with a YouTube video', () => {
  test('stops playing when the sound check is closed halfway, and the setup is back', async ({ game, setup }) => {
    const moderator = await setup(await game({ board: videos(3), started: false }), { clock: true });
    const { page } = moderator.person;
    const played = async () => (await youtubeIn(page).log()).filter((line) => line.startsWith('play'));
    await moderator.person.button('Sound check').click();
    await moderator.person.button('Start the sound check').click();
    await page.waitForFunction(() => window.fakeYoutube?.log.some((line) => line.startsWith('play')));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const before = await played();
    expect(before.length).toBeLessThan(3);
    await page.clock.runFor(2_500);
    expect(await played()).toEqual(before);
    await moderator.person.sees('Set up your game');
  });

  test('plays when it is selected, pauses on a buzz, resumes after a wrong answer and stops at its end', async ({
    game,
    desk,
  }) => {
    const played = await game({ players: ['Ada'], board: videos(2) });
    const moderator = await desk(played);
    await moderator.pick('Videos for 100');
    await mediaIs(moderator, 'playing');
    await played.buzz('Ada');
    await mediaIs(moderator, 'paused');
    await moderator.judge('Wrong');
    await mediaIs(moderator, 'playing');
    await moderator.judge('Nobody');
    const { page } = moderator.person;
    await page.getByTestId('pick-panel').waitFor();
    // The next one is cued at once, and the first was before it was selected.
    const [first, second] = VIDEOS;
    const cued = (id: string) => `cue ${id} from 10`;
    const lines = [cued(first), `play ${first}`, 'pause', `play ${first}`, 'stop', cued(second)];
    await page.waitForFunction((count) => (window.fakeYoutube?.log.length ?? 0) >= count, lines.length);
    expect(await youtubeIn(page).log()).toEqual(lines);
  });

  test('is shown at the desk only, uncovered and at least 200 by 200 pixels', async ({ game, desk, phone }) => {
    const played = await game({ players: ['Ada'], board: videos(1) });
    const player = await phone(played, 'Ada');
    const moderator = await desk(played);
    await moderator.pick('Videos for 100');
    await mediaIs(moderator, 'playing');
    const frame = moderator.person.page.getByTitle('YouTube video player');
    const box = (await frame.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(200);
    const onTop = await frame.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((at) => document.elementFromPoint(left + width * at, top + height * at) === element);
    });
    expect(onTop).toBe(true);
    await player.becomes('armed');
    expect(await player.person.page.locator('iframe').count()).toBe(0);
  });

  test('starts with a tap when the browser blocks the sound', async ({ game, desk }) => {
    const moderator = await desk(await game({ board: videos(1) }));
    await youtubeIn(moderator.person.page).fails('blocked');
    await moderator.pick('Videos for 100');
    await moderator.person.button('Tap to start the music').click();
    await mediaIs(moderator, 'playing');
  });

  test('names why it cannot be played, and can be skipped', async ({ game, desk }) => {
    const moderator = await desk(await game({ board: videos(FAULTS.length) }));
    const { page } = moderator.person;
    for (const [place, [error, sentence]] of FAULTS.entries()) {
      await youtubeIn(page).fails({ error });
      await moderator.pick(`Videos for ${(place + 1) * 100}`);
      await moderator.person.sees(sentence);
      await moderator.person.button('Skip this question').click();
      await page.getByTestId('pick-panel').waitFor();
    }
  });

  test('links to YouTube when it may not be embedded, and the round goes on without it', async ({
    game,
    desk,
    phone,
  }) => {
    const played = await game({ players: ['Ada'], board: videos(1) });
    const player = await phone(played, 'Ada');
    const moderator = await desk(played);
    await youtubeIn(moderator.person.page).fails({ error: 150 });
    await moderator.pick('Videos for 100');
    await moderator.person.sees('Its owner allows this video on YouTube only.');
    await moderator.person.page.getByRole('link', { name: 'Open on YouTube' }).waitFor();
    await player.becomes('armed');
    await player.press();
    await player.becomes('first');
    await Promise.all([player.becomes('right'), moderator.judge('Right')]);
  });

  test('plays on Try again after the player failed or the song kept loading for ten seconds', async ({
    game,
    desk,
  }) => {
    const moderator = await desk(await game({ board: videos(2) }), { clock: true });
    const { page } = moderator.person;
    const playsOnTryAgain = async () => {
      await moderator.person.button('Try again').click();
      await mediaIs(moderator, 'playing');
    };
    await youtubeIn(page).fails({ error: 5 });
    await moderator.pick('Videos for 100');
    await moderator.person.sees('The YouTube player failed.');
    await playsOnTryAgain();
    await moderator.judge('Nobody');
    await page.getByTestId('pick-panel').waitFor();
    await youtubeIn(page).fails('buffering');
    await moderator.pick('Videos for 200');
    await mediaIs(moderator, 'buffering');
    await page.clock.fastForward(10_000);
    await moderator.person.sees('The song keeps loading: the network is too slow or was lost.');
    await playsOnTryAgain();
  });

  test('keeps its volume when the desk is reloaded', async ({ game, desk }) => {
    const moderator = await desk(await game({ board: videos(1) }));
    const { page } = moderator.person;
    const isQuieter = () => page.waitForFunction(() => window.fakeYoutube?.volume === 40);
    await moderator.pick('Videos for 100');
    await mediaIs(moderator, 'playing');
    await page.getByRole('slider', { name: 'Volume' }).fill('40');
    await isQuieter();
    await page.reload();
    await isQuieter();
  });

  test('can be skipped where YouTube cannot be reached', async ({ game, desk }) => {
    const played = await game({ board: videos(1) });
    await played.pick();
    const moderator = await desk(played, { youtube: 'away' });
    await moderator.person.sees('YouTube cannot be reached from this network.');
    await moderator.judge('Nobody');
    await moderator.person.sees('That was the last one');
  });
});

describe('a question with an excerpt of a YouTube video', () => {
  test('plays from where its link begins to where it ends, with a pause by the moderator between', async ({
    game,
    desk,
  }) => {
    const moderator = await desk(await game({ board: excerpt }), { clock: true });
    const { page } = moderator.person;
    const { id, from, to } = EXCERPT;
    await moderator.pick('Videos for 100');
    await mediaIs(moderator, 'playing');
    await page.keyboard.press('p');
    await mediaIs(moderator, 'paused');
    await moderator.person.button('Resume music').click();
    await mediaIs(moderator, 'playing');
    await page.clock.runFor(LENGTH_MS);
    await mediaIs(moderator, 'ended');
    const { log, heard } = youtubeIn(page);
    expect((await log()).findLast((line) => line.startsWith('cue'))).toBe(`cue ${id} from ${from} to ${to}`);
    const [first, second, ...more] = await heard();
    expect(first).toMatchObject({ video: id, from });
    expect(second?.from).toBeCloseTo(first?.to ?? NaN, 2);
    expect(second?.to).toBeCloseTo(to, 1);
    expect(more).toEqual([]);
  });

  test('starts over when it has ended and is replayed or answered wrong, and ends where its link does', async ({
    game,
    desk,
  }) => {
    const played = await game({ players: ['Ada'], board: excerpt });
    const moderator = await desk(played, { clock: true });
    const { page } = moderator.person;
    const { id, from, to } = EXCERPT;
    await moderator.pick('Videos for 100');
    await mediaIs(moderator, 'playing');
    await page.clock.runFor(LENGTH_MS);
    await mediaIs(moderator, 'ended');
    const replay = () => page.keyboard.press('m');
    const wrongAnswer = async () => {
      await played.buzz('Ada');
      await moderator.judge('Wrong');
    };
    const { heard } = youtubeIn(page);
    for (const again of [replay, wrongAnswer]) {
      const before = (await heard()).length;
      await again();
      await mediaIs(moderator, 'playing');
      await page.clock.runFor(LENGTH_MS);
      await mediaIs(moderator, 'ended');
      const [only, ...more] = (await heard()).slice(before);
      expect(only).toMatchObject({ video: id, from });
      expect(only?.to).toBeGreaterThanOrEqual(to);
      expect(only?.to).toBeLessThan(to + 5);
      expect(more).toEqual([]);
    }
  });

  test('stays silent when the desk is opened after its end', async ({ game, desk }) => {
    const played = await game({ board: excerpt });
    await played.pick();
    await played.noteSong({ lengthMs: LENGTH_MS, heardMs: LENGTH_MS });
    const moderator = await desk(played);
    await mediaIs(moderator, 'ended');
    const heard = await youtubeIn(moderator.person.page).heard();
    expect(heard.filter((stretch) => stretch.from < EXCERPT.to - 1)).toEqual([]);
  });
});
