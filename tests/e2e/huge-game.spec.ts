/// <reference lib="dom" />
import { atBest } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { expectAlike, inTurns } from './support/in-turns.js';
import { typed } from './support/keys.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { visitorOf } from './support/visitor.js';

const LARGE = 200;
/** A long evening's game: what nobody calls slow, and long enough to be scrolled. */
const SMALL = 30;
const QUESTIONS = 30;
const TURNS = 4;
/** Where the walk over the board begins, and where so many turns of five steps lead. */
const [FIRST, LAST] = ['Category 1 for 100', 'Category 21 for 100'] as const;
const FRAMES = 30;

const gameOf = (categories: number) => ({
  format: 'earworm-template',
  version: 1,
  title: `Game of ${categories}`,
  categories: Array.from({ length: categories }, (_, c) => ({
    name: `Category ${c + 1}`,
    questions: Array.from({ length: QUESTIONS }, (__, q) => ({
      youtubeLink: 'https://youtu.be/aaaaaaaaaa1',
      answer: `Answer ${c + 1} ${q + 1}`,
      points: 100 * (q + 1),
    })),
  })),
});

/**
 * How long each frame took while it was scrolled by a window's size in eight frames, and back at an end, ms. `null` is
 * the page itself.
 */
const scrolled = (page: Page, selector: string | null) =>
  page.evaluate(
    async ([place, count]) => {
      const scroller = place === null ? document.documentElement : document.querySelector(place);
      if (!scroller) throw new Error('nothing to scroll');
      const across = place !== null;
      const frames: number[] = [];
      let stepPx = (across ? scroller.clientWidth : innerHeight) / 8;
      for (let last = performance.now(); frames.length < count;) {
        const before = scroller.scrollLeft + scroller.scrollTop;
        scroller.scrollBy({ left: across ? stepPx : 0, top: across ? 0 : stepPx, behavior: 'instant' });
        if (Math.abs(scroller.scrollLeft + scroller.scrollTop - before) < Math.abs(stepPx) / 2) stepPx *= -1;
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    [selector, FRAMES] as const,
  );

/** At a desk, with a game made of a template. */
async function setUp(person: Person, categories: number): Promise<void> {
  const { page } = person;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/game-library');
  await person.continueAsGuest('Please sign in.');
  await page.waitForURL(/browse-templates/);
  await page.goto('/my-templates');
  await person.button('Import').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), person.button('Choose a file').click()]);
  const file = Buffer.from(JSON.stringify(gameOf(categories)));
  await chooser.setFiles({ name: 'all.json', mimeType: 'application/json', buffer: file });
  await page.getByRole('link', { name: 'Open it in the editor' }).click();
  await page.waitForURL(/template\/edit/);
  await page.goto(new URL(page.url()).pathname.replace('/template/edit/', '/library/template/'));
  await person.button('Start a Game').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Moderator Name').fill(person.name);
  await dialog.getByRole('button', { name: 'Create Game' }).click();
  await person.sees('Set up your game');
  await person.sees('Answer 1 1');
}

describe(`a game of ${LARGE} categories with ${QUESTIONS} questions each, beside one of ${SMALL}`, () => {
  let ruth: Person;
  /** With the small game. */
  let sam: Person;
  let ada: Player;
  const devtools: CDPSession[] = [];
  const step = storyOf(() => [ruth, sam]);
  /** To a quarter of this machine's speed, and back. */
  const slowedDownBy = (rate: number) =>
    Promise.all(devtools.map((session) => session.send('Emulation.setCPUThrottlingRate', { rate })));

  opening(async (arrive) => {
    ruth = await arrive('Ruth');
    sam = await arrive('Sam');
    ada = playerOf(await arrive('Ada'));
    for (const { context, page } of [ruth, sam]) devtools.push(await context.newCDPSession(page));
  });

  it(...step('is made of a template', () => setUp(ruth, LARGE), 120_000));
  it(...step('and so is the small one', () => setUp(sam, SMALL), 120_000));

  it(
    ...step(
      'is typed in and scrolled in its setup as a small one is, and keeps what is half typed',
      async () => {
        const { page } = ruth;
        await page.getByRole('button', { name: 'Edit the question for 100' }).first().waitFor();
        expect(await page.getByRole('button', { name: 'Edit the question for 100', exact: true }).count()).toBeLessThan(
          8,
        );
        await slowedDownBy(4);
        for (const { page } of [sam, ruth]) {
          await page
            .getByRole('region', { name: 'Category 1', exact: true })
            .getByRole('button', { name: 'Add Question' })
            .click();
          await page.getByRole('textbox', { name: 'Answer' }).click();
        }
        const words = ['twent', 'y let', 'ters ', 'typed'];
        const typedBy = (person: Person) => (turn: number) => typed(person.page, words[turn] ?? '');
        const answer = page.getByRole('textbox', { name: 'Answer' });
        await atBest(
          async () => {
            for (const person of [sam, ruth]) await person.page.getByRole('textbox', { name: 'Answer' }).fill('');
            return inTurns(words.length, typedBy(sam), typedBy(ruth));
          },
          (keys) => {
            expect(keys.large.length).toBe(20);
            expectAlike('setup: a key', keys);
          },
        );
        await atBest(
          () =>
            inTurns(
              TURNS,
              () => scrolled(sam.page, null),
              () => scrolled(page, null),
            ),
          (frames) => expectAlike('setup: a frame', frames),
        );
        expect(await answer.inputValue()).toBe('twenty letters typed');
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await page.getByText(`Answer ${LARGE} ${QUESTIONS}`).waitFor();
        expect(await answer.inputValue()).toBe('twenty letters typed');
        await slowedDownBy(1);
        for (const person of [sam, ruth]) await person.button('Cancel').click();
      },
      300_000,
    ),
  );

  it(
    ...step(
      'is scrolled and walked over on the board as a small one is, up to its farthest corner',
      async () => {
        for (const person of [sam, ruth]) {
          await person.button('Start Game').click();
          await person.page.getByTestId('pick-panel').waitFor();
          const tile = person.page.getByRole('button', { name: FIRST, exact: true });
          await tile.focus();
        }
        const { page } = ruth;
        const board = page.getByRole('region', { name: 'Board' });
        expect(await board.getByRole('group').count()).toBeLessThan(30);
        await slowedDownBy(4);
        const at = () => page.evaluate(() => document.activeElement?.ariaLabel);
        await atBest(
          async () => {
            const [arrow, end] = (await at()) === FIRST ? ['ArrowRight', LAST] : ['ArrowLeft', FIRST];
            const walkedBy = (person: Person) => () => typed(person.page, Array<string>(5).fill(arrow));
            const keys = await inTurns(TURNS, walkedBy(sam), walkedBy(ruth));
            expect(await at()).toBe(end);
            return keys;
          },
          (keys) => expectAlike('board: an arrow key', keys),
        );
        await atBest(
          () =>
            inTurns(
              TURNS,
              () => scrolled(sam.page, '[aria-label="Board"]'),
              () => scrolled(page, '[aria-label="Board"]'),
            ),
          (frames) => expectAlike('board: a frame', frames),
        );
        await slowedDownBy(1);
        await board.evaluate((section) => section.scrollTo({ left: section.scrollWidth }));
        await board.getByRole('button', { name: `Category ${LARGE} for 3,000`, exact: true }).click();
        await page.getByTestId('round-panel').waitFor();
      },
      300_000,
    ),
  );

  it(
    ...step('lets a phone in, takes its press, and has it back after its line was cut', async () => {
      const wire = await ada.person.onWire();
      const { page } = ada.person;
      let largest = 0;
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => (largest = Math.max(largest, payload.length))),
      );
      const code =
        (await ruth.page
          .getByText(/^Game code( [A-Z2-9]){6}$/)
          .first()
          .textContent()) ?? '';
      await ada.enterCode(code.replace('Game code', '').replace(/ /g, ''));
      await ada.person.button('Join Game').click();
      const asked = performance.now();
      await visitorOf(ada.person).guest();
      await ada.becomes('armed');
      process.stderr.write(
        `a phone: ready ${(performance.now() - asked).toFixed(0)} ms after its name, largest frame ${largest}\n`,
      );
      await ada.press();
      await ada.becomes('first');
      await wire.cut();
      await ada.becomes('reconnecting');
      wire.mend();
      await ada.becomes('first');
      await page.reload();
      await ada.becomes('first');
      await ruth.page
        .getByTestId('round-panel')
        .getByRole('button', { name: /^Right/ })
        .click();
      await ada.becomes('right');
      expect(await ada.score()).toBe(3_000);
      expect(ada.person.errors).toEqual([]);
    }),
  );
});
