import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { Person, storyOf } from './support/people.js';
import { startServer, type RunningServer } from './support/server.js';

/** Four seconds of a quiet tone, as a WAV file of 8 kHz. */
function tone(): Buffer {
  const [rate, count] = [8_000, 32_000];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + count, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(count, 40);
  const samples = Buffer.from(Array.from({ length: count }, (_, at) => 128 + Math.round(20 * Math.sin(at / 3))));
  return Buffer.concat([head, samples]);
}

describe('what a question plays', () => {
  let server: RunningServer;
  let browser: Browser;
  let ruth: Moderator;
  const step = storyOf(() => [ruth.person]);
  const page = () => ruth.person.page;
  const choose = (name: string, buffer: Buffer) =>
    page().locator('input[type="file"]').setInputFiles({ name, mimeType: 'audio/wav', buffer });

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    ruth = moderatorOf(await Person.arrive(browser, 'Ruth', server.url));
    await ruth.createGame();
    await ruth.person.continueAsGuest('You must be logged in to create a game');
    await ruth.addCategory('<script>alert(1)</script> 🎺');
    await ruth.openQuestion('<script>alert(1)</script> 🎺');
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  }, 20_000);

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
      await choose('Beethoven - Ode to Joy.wav', tone());
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
        window.fakeYoutube = { next: { error: 100 }, log: [], volume: 100 };
      });
      await ruth.person.button('Start the sound check').click();
      await ruth.person.sees('1 song cannot be heard:');
      await ruth.person.sees('This video was removed or is private.');
      await ruth.person.button('Close').click();
    }),
  );

  it(
    ...step('plays its uploaded file at the desk, from an address that names neither song nor file', async () => {
      const asked: string[] = [];
      page().on('request', (request) => asked.push(request.url()));
      await ruth.start();
      await page()
        .getByRole('button', { name: /for 100$/ })
        .click();
      await page().locator('[data-testid="media"][data-status="playing"]').waitFor();
      expect(asked.filter((url) => /beethoven|joy/i.test(url))).toEqual([]);
      expect(ruth.person.errors).toEqual([]);
    }),
  );
});
