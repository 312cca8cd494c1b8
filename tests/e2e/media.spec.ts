/// <reference lib="dom" />
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { CLOSED_WITHIN_MS, OPEN_WITHIN_MS } from './support/opening.js';
import { Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { startServer, type RunningServer } from './support/server.js';
import { waveOf } from './support/song-wave.js';
import { tone } from './support/tone.js';
import { visitorOf } from './support/visitor.js';

/** Long enough to be looked at on three pages while it plays, also on a slow machine. */
const SECONDS = 10;
/** A wave of a minute, as one of an unknown song, would show a quarter of it by then. */
const IN_THE_MIDDLE_WITHIN_MS = 15_000;

declare global {
  interface Window {
    /** The page's audio elements; they are in no document. */
    players?: HTMLAudioElement[];
  }
}

describe('what a question plays', () => {
  let server: RunningServer;
  let browser: Browser;
  let ruth: Moderator;
  let ada: Player;
  let stage: { readonly page: Page };
  const step = storyOf(() => [ruth.person, ada.person]);
  const page = () => ruth.person.page;
  const choose = (name: string, buffer: Buffer) =>
    page().locator('input[type="file"]').setInputFiles({ name, mimeType: 'audio/wav', buffer });

  const mediaIs = (status: string) => page().locator(`[data-testid="media"][data-status="${status}"]`).waitFor();
  /** What the desk's own player does, once its clip has one. */
  const player = () =>
    page().evaluate(() => {
      const { paused, volume, currentTime } = window.players!.findLast(
        (one) => one.hasAttribute('src') && one.played.length > 0,
      )!;
      return { paused, volume, currentTime };
    });

  beforeAll(async () => {
    server = await startServer();
    browser = await startBrowser();
    ruth = moderatorOf(await Person.arrive(browser, 'Ruth', server.url));
    ada = playerOf(await Person.arrive(browser, 'Ada', server.url));
    stage = { page: await ruth.person.context.newPage() };
    await page().addInitScript(() => {
      window.players = [];
      window.Audio = class extends Audio {
        constructor() {
          super();
          window.players?.push(this);
        }
      };
    });
    await ruth.createGame();
    await ruth.person.continueAsGuest('You must be logged in to create a game');
    await ruth.addCategory('<script>alert(1)</script> 🎺');
    await ruth.openQuestion('<script>alert(1)</script> 🎺');
  }, OPEN_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  }, CLOSED_WITHIN_MS);

  it(
    ...step('is asked for again when the link is none, and nothing typed is lost', async () => {
      await page().getByRole('textbox', { name: 'Answer' }).fill('Ode to Joy');
      for (const garbage of ['https://youtube.com.evil.example/watch?v=aaaaaaaaaa1', '💥 javascript:alert(1)']) {
        await page().getByLabel('YouTube Link').fill(garbage);
        await ruth.person.button('Save Question').click();
        await ruth.person.sees('This is not a link to a YouTube video.');
      }
      expect(await page().getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('Ode to Joy');
    }),
  );

  it(
    ...step('may be an uploaded audio file, and no other file', async () => {
      await choose('holiday.wav', Buffer.from('<html>not a sound</html>'));
      await ruth.person.sees('That file is not audio that browsers play');
      // Or the browser would not say that the same file was chosen again, mended.
      await eventually(async () => expect(await page().locator('input[type="file"]').inputValue()).toBe(''));
      await choose('Beethoven - Ode to Joy.wav', tone(SECONDS));
      await ruth.person.sees('Plays the uploaded audio file.');
      await ruth.person.button('Save Question').click();
      await ruth.person.button('Save Question').waitFor({ state: 'detached' });
    }),
  );

  it(
    ...step('is heard in the sound check, which names what cannot be', async () => {
      await ruth.openQuestion('<script>alert(1)</script> 🎺');
      await ruth.typeQuestion({ link: 'https://youtu.be/aaaaaaaaaa1', answer: 'Gone with the wind' });
      await ruth.person.button('Sound check').click();
      // Before its script is asked for: the first video it is to play fails.
      await page().evaluate(() => {
        window.fakeYoutube = { next: { error: 100 }, log: [], heard: [], volume: 100 };
      });
      await ruth.person.button('Start the sound check').click();
      await ruth.person.sees('1 song cannot be heard:');
      await ruth.person.sees('This video was removed or is private.');
      await ruth.person.button('Close').click();
      await ruth.openQuestion('<script>alert(1)</script> 🎺');
      await choose('tape.wav', tone(SECONDS));
      await ruth.person.sees('Plays the uploaded audio file.');
      await page().getByRole('textbox', { name: 'Answer' }).fill('The lost tape');
      await ruth.person.button('Save Question').click();
      await ruth.person.button('Save Question').waitFor({ state: 'detached' });
    }),
  );

  it(
    ...step('plays its uploaded file at the desk, from an address that names neither song nor file', async () => {
      const asked: string[] = [];
      page().on('request', (request) => asked.push(request.url()));
      await ada.enterCode(await ruth.gameCode());
      await ada.person.button('Join Game').click();
      await visitorOf(ada.person).guest();
      await ada.becomes('lobby');
      await ruth.start();
      await stage.page.goto(`/stage/${new URL(page().url()).pathname.split('/').at(-1)}`);
      await stage.page.getByTestId('stage').waitFor();
      await page()
        .getByRole('button', { name: /for 100$/ })
        .click();
      await mediaIs('playing');
      expect(asked.filter((url) => /beethoven|joy/i.test(url))).toEqual([]);
      expect(ruth.person.errors).toEqual([]);
    }),
  );

  it(
    ...step('is drawn on phone and stage as long as it is, and stands still while somebody answers', async () => {
      for (const who of [ada.person, stage]) {
        await eventually(async () => expect(await waveOf(who)).toBeGreaterThan(40), IN_THE_MIDDLE_WITHIN_MS);
      }
      await ada.press();
      await ada.becomes('first');
      await stage.page.getByRole('heading', { name: 'Ada' }).waitFor();
      const stood = [await waveOf(ada.person), await waveOf(stage)];
      await page().waitForTimeout(1_500);
      expect([await waveOf(ada.person), await waveOf(stage)]).toEqual(stood);
      await ruth.judge('Wrong');
      for (const who of [ada.person, stage]) {
        await eventually(async () => expect(await waveOf(who)).toBe(100));
      }
    }),
  );

  it(
    ...step('starts anew on phone and stage when the moderator replays it', async () => {
      await page().keyboard.press('m');
      // Both at once: the song goes on meanwhile.
      await Promise.all(
        [ada.person, stage].map((who) => eventually(async () => expect(await waveOf(who)).toBeLessThan(70))),
      );
      expect([...ruth.person.errors, ...ada.person.errors]).toEqual([]);
    }),
  );

  it(
    ...step('is paused and resumed by the moderator, and as loud as the moderator wants it', async () => {
      // From its start, or it could be over before it is paused.
      await page().keyboard.press('m');
      await mediaIs('playing');
      await page().keyboard.press('p');
      await mediaIs('paused');
      const stood = await player();
      expect(stood).toMatchObject({ paused: true, volume: 1 });
      await page().getByRole('slider', { name: 'Volume' }).fill('40');
      await ruth.person.button('Resume music').click();
      await mediaIs('playing');
      await eventually(async () => {
        const plays = await player();
        expect(plays.currentTime).toBeGreaterThan(stood.currentTime);
        expect(plays).toMatchObject({ paused: false, volume: 0.4 });
      });
      await mediaIs('ended');
    }),
  );

  it(
    ...step('is said to be missing when its file is gone, and played on Try again once that is back', async () => {
      const clips = join(server.dataDir, 'objects/kept/clips');
      await rename(clips, `${clips}-away`);
      await ruth.judge('Nobody');
      await page()
        .getByRole('button', { name: /for 300$/ })
        .click();
      const tryAgain = async () => {
        const [asked] = await Promise.all([
          page().waitForResponse((response) => response.url().includes('/api/clips/')),
          ruth.person.button('Try again').click(),
        ]);
        return asked.status();
      };
      await ruth.person.sees('This clip could not be loaded.');
      await ruth.person.button('Skip this question').waitFor();
      expect(await tryAgain()).toBe(404);
      await ruth.person.sees('This clip could not be loaded.');
      await rename(`${clips}-away`, clips);
      expect(await tryAgain()).toBe(200);
      await mediaIs('playing');
      expect([...ruth.person.errors, ...ada.person.errors]).toEqual([]);
    }),
  );

  it(
    ...step(
      'may be an uploaded audio file in the template editor too, and is still one when it is opened again',
      async () => {
        await page().goto('/my-templates');
        await ruth.person.button('New Template').click();
        await page().getByLabel('Title', { exact: true }).fill('Own recordings');
        await ruth.person.button('Add Category').click();
        await page().getByLabel('Category name').fill('Hummed');
        await ruth.person.button('Add Question').click();
        await ruth.person.sees('YouTube link is required');
        await choose('holiday.wav', Buffer.from('<html>not a sound</html>'));
        await ruth.person.sees('That file is not audio that browsers play');
        await choose('Beethoven - Ode to Joy.wav', tone(SECONDS));
        await ruth.person.sees('Plays the uploaded audio file.');
        await page().getByRole('textbox', { name: 'Answer' }).fill('Ode to Joy');
        await ruth.person.sees('Ready to play');
        await page().locator('[data-testid="save-state"][data-state="saved"]').waitFor();
        await page().reload();
        await ruth.person.sees('Plays the uploaded audio file.');
        expect(ruth.person.errors).toEqual([]);
      },
    ),
  );
});
