/// <reference lib="dom" />
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { songHeardMs } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing';
import type { JSHandle, Page } from 'playwright-core';
import { uploadClip } from './support/clips.js';
import { youtubeIn } from './support/fake-youtube.js';
import { newGuest } from './support/members.js';
import type { Moderator } from './support/moderator.js';
import type { Person } from './support/person.js';
import { templateEditorOf } from './support/template-editor.js';
import { type Scene, test } from './support/test.js';
import { waveOf } from './support/song-wave.js';
import { tone } from './support/tone.js';

declare global {
  interface Window {
    /** The page's audio elements; they are in no document. */
    players?: HTMLAudioElement[];
  }
}

const NOT_AUDIO = Buffer.from('<html>not a sound</html>');

const chooseFile = ({ page }: Person, name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'audio/wav', buffer });

const mediaIs = ({ page }: Person, status: string) =>
  page.locator(`[data-testid="media"][data-status="${status}"]`).waitFor();

/** A game with one question, Hummed for 100, that plays a clip of so many seconds. */
async function gameWithClip({ game, product }: Scene, seconds: number, started = true) {
  const moderatedBy = await newGuest(product.url);
  const clip = await uploadClip(moderatedBy, tone(seconds), 'Beethoven - Ode to Joy.wav');
  const board = { Hummed: [{ answer: 'Ode to Joy', clip }] };
  return { clip, played: await game({ players: ['Ada'], moderatedBy, board, started }) };
}

const withAudioElements = ({ context }: Person) =>
  context.addInitScript(() => {
    window.players = [];
    window.Audio = class extends Audio {
      constructor() {
        super();
        window.players?.push(this);
      }
    };
  });
/** The audio element that plays the question's clip; it has played nothing yet when it begins to play. */
const playerOf = async (page: Page) => {
  const element = () => window.players!.findLast((one) => one.hasAttribute('src') && one.played.length > 0);
  return (await page.waitForFunction(element)) as JSHandle<HTMLAudioElement>;
};

describe('the form of a question', () => {
  test('refuses wrong links and files that are no audio, keeps what was typed, and takes an audio file', async ({
    game,
    setup,
  }) => {
    const category = '<script>alert(1)</script> 🎺';
    const moderator = await setup(await game({ board: { [category]: [] }, started: false }));
    const { person } = moderator;
    const answer = person.page.getByRole('textbox', { name: 'Answer' });
    await moderator.openQuestion(category);
    await answer.fill('Ode to Joy');
    for (const link of ['https://youtube.com.evil.example/watch?v=aaaaaaaaaa1', '💥 javascript:alert(1)']) {
      await person.page.getByLabel('YouTube Link').fill(link);
      await person.button('Save Question').click();
      await person.sees('This is not a link to a YouTube video.');
    }
    expect(await answer.inputValue()).toBe('Ode to Joy');
    await chooseFile(person, 'holiday.wav', NOT_AUDIO);
    await person.sees('This is not an audio file that browsers can play');
    // Or the browser would not notice when the same file is chosen again, mended.
    await eventually(async () => expect(await person.page.locator('input[type="file"]').inputValue()).toBe(''));
    await chooseFile(person, 'Beethoven - Ode to Joy.wav', tone(1));
    await person.sees('This question plays the uploaded audio file.');
    await person.button('Save Question').click();
    await moderator.endQuestions();
    await person.page.getByRole('region', { name: category }).getByText('Ode to Joy').waitFor();
  });

  test('takes an audio file in the template editor, and still has it when the editor is reloaded', async ({
    guest,
  }) => {
    const person = await guest('Ruth');
    const { page } = person;
    await page.goto('/my-templates');
    await person.button('New Template').click();
    await page.getByLabel('Title', { exact: true }).fill('Own recordings');
    await templateEditorOf(person).addCategory('Hummed');
    await person.button('Add Question').click();
    await person.button('Save Question').click();
    await person.sees('YouTube link is required');
    await chooseFile(person, 'holiday.wav', NOT_AUDIO);
    await person.sees('This is not an audio file that browsers can play');
    await chooseFile(person, 'Beethoven - Ode to Joy.wav', tone(1));
    await person.sees('This question plays the uploaded audio file.');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Ode to Joy');
    await person.button('Save Question').click();
    await person.sees('Ready to play');
    await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
    await templateEditorOf(person).reload();
    await person.sees('Uploaded audio file');
  });
});

describe('the sound check', () => {
  test('plays an uploaded clip and names the video that cannot be played', async ({ game, product, setup }) => {
    const moderatedBy = await newGuest(product.url);
    const clip = await uploadClip(moderatedBy, tone(2));
    const video = { answer: 'Gone with the wind', link: 'https://youtu.be/aaaaaaaaaa1' };
    const board = { Mixed: [{ answer: 'Ode to Joy', clip }, video] };
    const { person } = await setup(await game({ moderatedBy, board, started: false }));
    await person.button('Sound check').click();
    await youtubeIn(person.page).fails({ error: 100 });
    await person.button('Start sound check').click();
    await person.sees('1 song does not play:');
    await person.sees('This video was removed or is private.');
    await person.sees('Mixed · 200 · Gone with the wind');
    await person.button('Close').click();
  });
});

describe('a question with an uploaded clip', () => {
  const select = (moderator: Moderator) =>
    moderator.person.page.getByRole('button', { name: 'Hummed for 100', exact: true }).click();

  test('plays at the desk from an address that names neither song nor file', async (scene) => {
    const { played } = await gameWithClip(scene, 10);
    const requests: string[] = [];
    const { person, ...moderator } = await scene.desk(played, {
      prepare: async ({ page }) => void page.on('request', (request) => requests.push(request.url())),
    });
    await select({ person, ...moderator });
    await mediaIs(person, 'playing');
    expect(requests.filter((url) => url.includes('/api/clips/'))).not.toEqual([]);
    expect(requests.filter((url) => /beethoven|joy/i.test(url))).toEqual([]);
    await eventually(async () => expect((await played.current()).songLengthMs).toBe(10_000));
  });

  test('pauses, resumes and replays for the moderator, as loud as the moderator wants it', async (scene) => {
    const { played } = await gameWithClip(scene, 20);
    const moderator = await scene.desk(played, { prepare: withAudioElements });
    const { person } = moderator;
    const { keyboard } = person.page;
    await select(moderator);
    await mediaIs(person, 'playing');
    const player = await playerOf(person.page);
    const state = () => player.evaluate(({ paused, volume, currentTime }) => ({ paused, volume, currentTime }));
    await keyboard.press('p');
    await mediaIs(person, 'paused');
    const stood = await state();
    expect(stood).toMatchObject({ paused: true, volume: 1 });
    await person.page.getByRole('slider', { name: 'Volume' }).fill('40');
    await person.button('Resume music').click();
    await mediaIs(person, 'playing');
    await eventually(async () => {
      const { currentTime, ...rest } = await state();
      expect(currentTime).toBeGreaterThan(stood.currentTime);
      expect(rest).toEqual({ paused: false, volume: 0.4 });
    });
    // The stage follows both jumps.
    const heardMs = async () => songHeardMs(await played.current(), Date.now());
    await player.evaluate((audio) => void (audio.currentTime = 19));
    await eventually(async () => expect(await heardMs()).toBeGreaterThanOrEqual(19_000));
    await mediaIs(person, 'ended');
    await keyboard.press('m');
    await mediaIs(person, 'playing');
    await eventually(async () => expect(await heardMs()).toBeLessThan(19_000));
  });

  test('shows its whole length on phone and stage, and pauses there while a player answers', async (scene) => {
    const { played } = await gameWithClip(scene, 1);
    const player = await scene.phone(played, 'Ada', { clock: true });
    const stage = await scene.stage(played, { clock: true });
    const waves = () => Promise.all([player.person, stage].map(waveOf));
    const become = (matches: (wave: number) => boolean) =>
      eventually(async () => expect((await waves()).map(matches)).toEqual([true, true]));
    await played.pick();
    // Drawn as a minute, as is one of unknown length, both would be full.
    await played.noteSong({ lengthMs: 200_000, heardMs: 100_000 });
    await become((wave) => wave >= 50 && wave < 100);
    await played.noteSong({ lengthMs: 200_000, heardMs: 0 });
    await become((wave) => wave < 50);

    await played.noteSong({ lengthMs: 40_000, heardMs: 20_000 });
    await player.buzz();
    await player.becomes('first');
    await stage.page.getByRole('heading', { name: 'Ada' }).waitFor();
    const { heardMs, heardSince } = await played.current();
    expect(heardSince).toBeNull();
    // Drawn in steps of two per cent.
    await become((wave) => Math.abs(wave - (heardMs / 40_000) * 100) < 2);
    const stand = await waves();
    for (const { page } of [player.person, stage]) await page.clock.runFor(2_500);
    expect(await waves()).toEqual(stand);

    await played.judge(false);
    await played.noteSong({ lengthMs: 40_000, heardMs: 39_900 });
    await become((wave) => wave === 100);
  });

  test('reports a missing file, and plays on Try again once it is back', async (scene) => {
    const { played, clip } = await gameWithClip(scene, 5);
    const file = join(scene.product.dataDir, 'objects/kept/clips', clip);
    await rename(file, `${file}.gone`);
    const moderator = await scene.desk(played);
    const { person } = moderator;
    const tryAgain = async () => {
      const [clipRequest] = await Promise.all([
        person.page.waitForResponse((response) => response.url().includes('/api/clips/')),
        person.button('Try again').click(),
      ]);
      return clipRequest.status();
    };
    await select(moderator);
    await person.sees('This audio clip could not be loaded.');
    await person.button('Skip this question').waitFor();
    expect(await tryAgain()).toBe(404);
    await person.sees('This audio clip could not be loaded.');
    await rename(`${file}.gone`, file);
    expect(await tryAgain()).toBe(200);
    await mediaIs(person, 'playing');
  });
});
