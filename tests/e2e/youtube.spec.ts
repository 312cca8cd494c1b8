import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import type { Misfortune } from './support/fake-youtube.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { startServer, type RunningServer } from './support/server.js';

const LINKS = Array.from({ length: 11 }, (_, place) => `${String.fromCharCode(97 + place).repeat(9)}${10 + place}`);
/** Long enough to be paused in its middle on a busy machine. */
const EXCERPT = { id: 'excerpt_012', from: 20, to: 24 };
const FAILURES = [
  [2, 'YouTube does not know this video.'],
  [100, 'This video was removed or is private.'],
  [101, 'Its owner allows this video on YouTube only.'],
  [153, 'YouTube refused to play on this site (missing referrer).'],
] as const;

describe('a question that plays a YouTube video', () => {
  let server: RunningServer;
  let browser: Browser;
  let ruth: Moderator;
  let ada: Player;
  const step = storyOf(() => [ruth.person, ada.person]);

  const page = () => ruth.person.page;
  const log = () => page().evaluate(() => window.fakeYoutube?.log ?? []);
  const expectLog = async (lines: readonly string[]) => {
    await page().waitForFunction((count) => (window.fakeYoutube?.log.length ?? 0) >= count, lines.length);
    expect(await log()).toEqual(lines);
  };
  const heard = () => page().evaluate(() => window.fakeYoutube?.heard ?? []);
  const mediaIs = (status: string) => page().locator(`[data-testid="media"][data-status="${status}"]`).waitFor();
  const meets = (next: Misfortune) =>
    page().evaluate((misfortune) => {
      window.fakeYoutube!.next = misfortune;
    }, next);

  beforeAll(async () => {
    server = await startServer();
    browser = await startBrowser();
    ruth = moderatorOf(await Person.arrive(browser, 'Ruth', server.url));
    ada = playerOf(await Person.arrive(browser, 'Ada', server.url));
    await ruth.createGame();
    await ruth.person.continueAsGuest('You must be logged in to create a game');
    await ruth.addCategory('Videos');
    for (const id of LINKS) {
      await ruth.openQuestion('Videos');
      await ruth.typeQuestion({ link: `https://youtu.be/${id}?t=10`, answer: `Answer ${id}` });
    }
    await ruth.openQuestion('Videos');
    const { id, from, to } = EXCERPT;
    await ruth.typeQuestion({ link: `https://youtu.be/${id}?start=${from}&end=${to}`, answer: 'An excerpt' });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  }, 60_000);

  it(
    ...step(
      'is heard in a sound check that may be left in its middle; then nothing plays, and setup is there',
      async () => {
        const played = async () => (await log()).filter((told) => told.startsWith('play'));
        await ruth.person.button('Sound check').click();
        await ruth.person.button('Start the sound check').click();
        await page().waitForFunction(() => window.fakeYoutube?.log.some((told) => told.startsWith('play')));
        await page().keyboard.press('Escape');
        await page().getByRole('dialog').waitFor({ state: 'detached' });
        const before = await played();
        // By then the next one would play.
        await page().waitForTimeout(2_500);
        expect(await played()).toEqual(before);
        expect(before.length).toBeLessThan(LINKS.length);
        await ruth.person.sees('Set up your game');
        await page().evaluate(() => window.fakeYoutube?.log.splice(0));
      },
    ),
  );

  it(
    ...step('is played in a game that somebody joins', async () => {
      await ada.joinAsGuest(await ruth.gameCode());
      await ruth.start();
    }),
  );

  it(
    ...step(
      'plays when it is picked, pauses on a buzz, goes on after a wrong answer and stops at the end',
      async () => {
        await ruth.pick('Videos for 100');
        await mediaIs('playing');
        await ada.becomes('armed');
        await ada.press();
        await mediaIs('paused');
        await ruth.judge('Wrong');
        await mediaIs('playing');
        await ruth.judge('Nobody');
        await page().getByTestId('pick-panel').waitFor();
        // The next one is cued at once, and the first was before it was picked.
        const [first, second] = LINKS;
        const cued = (id: string | undefined) => `cue ${id} from 10`;
        await expectLog([cued(first), `play ${first}`, 'pause', `play ${first}`, 'stop', cued(second)]);
      },
    ),
  );

  it(
    ...step('keeps the player visible, uncovered and as large as YouTube wants it', async () => {
      await ruth.pick('Videos for 200');
      await mediaIs('playing');
      const frame = page().getByTitle('YouTube video player');
      const box = (await frame.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(200);
      const onTop = await frame.evaluate((element) => {
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        return [0.1, 0.5, 0.9].every(
          (at) => document.elementFromPoint(left + width * at, top + height * at) === element,
        );
      });
      expect(onTop).toBe(true);
    }),
  );

  it(
    ...step('shows the video to nobody but the moderator', async () => {
      expect(await ada.person.page.locator('iframe').count()).toBe(0);
      await ruth.judge('Nobody');
    }),
  );

  it(
    ...step('asks for a touch when the browser blocks the sound, and starts with it', async () => {
      await meets('blocked');
      await ruth.pick('Videos for 300');
      await ruth.person.button('Tap to start the music').click();
      await mediaIs('playing');
      await ruth.judge('Nobody');
    }),
  );

  it(
    ...step('says when a video may not be shown here, and the round goes on without it', async () => {
      await meets({ error: 150 });
      await ruth.pick('Videos for 400');
      await ruth.person.sees('Its owner allows this video on YouTube only.');
      await page().getByRole('link', { name: 'Open on YouTube' }).waitFor();
      await ada.becomes('armed');
      await ada.press();
      await ada.becomes('first');
      await Promise.all([ada.becomes('right'), ruth.judge('Right')]);
    }),
  );

  it(
    ...step('plays the same video again on Try again after the player failed', async () => {
      await meets({ error: 5 });
      await ruth.pick('Videos for 500');
      await ruth.person.sees('The YouTube player failed.');
      await ruth.person.button('Try again').click();
      await mediaIs('playing');
    }),
  );

  for (const [place, [error, sentence]] of FAILURES.entries()) {
    it(
      ...step(`says what error ${error} of the player means, and the question can be skipped`, async () => {
        if (place === 0) await ruth.judge('Nobody');
        await meets({ error });
        await ruth.pick(`Videos for ${600 + place * 100}`);
        await ruth.person.sees(sentence);
        await ruth.person.button('Skip this question').click();
        await page().getByTestId('pick-panel').waitFor();
      }),
    );
  }

  it(
    ...step('says when a song loads without end, and plays it on Try again', async () => {
      await meets('buffering');
      await ruth.pick('Videos for 1,000');
      await mediaIs('buffering');
      await ruth.person.sees('The song keeps loading: the network is too slow or was lost.');
      await ruth.person.button('Try again').click();
      await mediaIs('playing');
    }),
  );

  it(
    ...step(
      'is heard from where its link begins to where it ends, and waits while the moderator pauses it',
      async () => {
        await ruth.judge('Nobody');
        const { id, from, to } = EXCERPT;
        await ruth.pick('Videos for 1,200');
        await mediaIs('playing');
        await page().keyboard.press('p');
        await mediaIs('paused');
        await ruth.person.button('Resume music').click();
        await mediaIs('playing');
        await mediaIs('ended');
        expect((await log()).findLast((told) => told.startsWith('cue'))).toBe(`cue ${id} from ${from} to ${to}`);
        const [first, second, ...more] = (await heard()).filter(({ video }) => video === id);
        expect(first).toMatchObject({ from });
        expect(second?.from).toBeCloseTo(first?.to ?? NaN, 2);
        expect(second?.to).toBeCloseTo(to, 1);
        expect(more).toEqual([]);
      },
    ),
  );

  it(
    ...step('ends there too when it was replayed, and begins where its link does after a wrong answer', async () => {
      const { id, from, to } = EXCERPT;
      const replay = () => page().keyboard.press('m');
      const wrongAnswer = async () => {
        await ada.becomes('armed');
        await ada.press();
        await ruth.judge('Wrong');
      };
      for (const again of [replay, wrongAnswer]) {
        const before = (await heard()).length;
        await Promise.all([mediaIs('playing'), again()]);
        await mediaIs('ended');
        const [only, ...more] = (await heard()).slice(before);
        expect(only).toMatchObject({ video: id, from });
        expect(only?.to).toBeGreaterThanOrEqual(to);
        expect(only?.to).toBeLessThan(to + 5);
        expect(more).toEqual([]);
      }
    }),
  );

  it(
    ...step('stays silent when its end is passed and the page is opened anew', async () => {
      await page().reload();
      await mediaIs('ended');
      const { to } = EXCERPT;
      expect((await heard()).filter((stretch) => stretch.from < to - 1)).toEqual([]);
    }),
  );

  it(
    ...step('plays as loud as the moderator wants it, also after the page was opened anew', async () => {
      await page().getByRole('slider', { name: 'Volume' }).fill('40');
      await page().waitForFunction(() => window.fakeYoutube?.volume === 40);
      await page().reload();
      await page().waitForFunction(() => window.fakeYoutube?.volume === 40);
      await ruth.judge('Nobody');
      await ruth.pick('Videos for 1,100');
    }),
  );

  it(
    ...step('says when YouTube cannot be reached, and a question can still be skipped', async () => {
      await ruth.person.context.unroute('**/*');
      await ruth.person.context.route('**/iframe_api', (route) => route.abort());
      await page().reload();
      await ruth.person.sees('YouTube cannot be reached from this network.');
      await ruth.judge('Nobody');
      await ruth.person.sees('That was the last one');
    }),
  );
});
