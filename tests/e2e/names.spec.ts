/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';

/** Each as long as a name may be, or as wide. */
const HEBREW = 'עומר בן־ציון הגדול';
const ARABIC = 'محمد عبد الله';
const EMOJI = '👨‍👩‍👧🎸🇧🇷 Oi';
/** Taken for markup, each would be a picture that runs what is not there: an error of the page. */
const MARKUP = '<img src onerror=a>';
const MODERATOR = '<img src onerror=b>';
const markup = (page: Page) => page.locator('img[onerror]').count();

/** What does not fit: how far the page can be scrolled sideways, px. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** As soon as the page has settled. */
const expectToFit = (page: Page) => eventually(async () => expect(await tooWide(page)).toBe(0));

/** Where the letters of a text are drawn from left to right: of each the first place it is found at, px. */
const leftOf = (page: Page, place: string, words: readonly string[]) =>
  page
    .locator(place)
    .first()
    .evaluate((element, wanted) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found = new Map<string, number>();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of wanted) {
          const at = node.nodeValue?.indexOf(word) ?? -1;
          if (at < 0 || found.has(word)) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          found.set(word, range.getBoundingClientRect().left);
        }
      }
      return wanted.map((word) => found.get(word) ?? NaN);
    }, words);

/** As soon as all of them are there. */
const expectInOrder = (page: Page, place: string, words: readonly string[]) =>
  eventually(async () => {
    const places = await leftOf(page, place, words);
    expect(places).not.toContain(NaN);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

/** A name within a sentence, set by itself so that it turns nothing round. */
const alone = (name: string) => `\u2068${name}\u2069`;

describe('names written from right to left, of emoji, and of markup', () => {
  let ruth: Moderator;
  let omer: Player;
  let mohamed: Player;
  let family: Player;
  let scribe: Player;
  let stage: Page;
  const everybody = () => [ruth, omer, mohamed, family, scribe];
  const pickPanel = () => ruth.person.page.getByTestId('pick-panel').innerText();
  const step = storyOf(() => everybody().map(({ person }) => person));

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive(MODERATOR));
    omer = playerOf(await arrive(HEBREW));
    mohamed = playerOf(await arrive(ARABIC));
    family = playerOf(await arrive(EMOJI));
    scribe = playerOf(await arrive(MARKUP));
    await ruth.person.page.setViewportSize({ width: 1280, height: 720 });
    stage = await ruth.person.context.newPage();
    await stage.setViewportSize({ width: 1280, height: 720 });
  });

  it(
    ...step('are taken at the door as they are typed, and stand on desk and stage', async () => {
      const code = await ruth.createStarter();
      const gameId = ruth.person.page.url().split('/').at(-1);
      await stage.goto(`/stage/${gameId}`);
      for (const player of [omer, mohamed, family, scribe]) await player.joinAsGuest(code);
      await scribe.person.sees(`${MODERATOR} starts the game`);
      for (const name of [HEBREW, ARABIC, EMOJI, MARKUP]) {
        await ruth.person.page.getByText(name, { exact: true }).first().waitFor();
        await stage.getByText(name, { exact: true }).first().waitFor();
      }
      await expectToFit(ruth.person.page);
      await expectToFit(stage);
    }),
  );

  it(
    ...step('who was first and who came after is read in that order', async () => {
      await ruth.start();
      await ruth.pickAny();
      await omer.becomes('armed');
      await omer.press();
      await omer.becomes('first');
      await mohamed.press();
      await mohamed.becomes('inLine');
      await family.press();
      await family.becomes('inLine');
      await ruth.first(HEBREW);
      const desk = ruth.person.page;
      await expectInOrder(desk, 'section[aria-labelledby="in-line"] li:nth-child(2)', ['2', ARABIC, '+']);
      await expectInOrder(stage, '[data-testid="stage"]', [ARABIC, EMOJI]);
      await stage.getByRole('heading', { name: HEBREW }).waitFor();
      await eventually(async () =>
        expect(await mohamed.buzzer.innerText()).toContain(`in line · ${alone(HEBREW)} answers`),
      );
      for (const page of [desk, stage, mohamed.person.page]) await expectToFit(page);
    }),
  );

  it(
    ...step('one who was right is named with what it brought, whatever the name is written in', async () => {
      await ruth.judge('Right');
      await omer.becomes('right');
      await eventually(async () => expect(await pickPanel()).toContain(`${alone(HEBREW)} +100`));
      await stage.getByText(HEBREW, { exact: true }).first().waitFor();
      for (const player of [omer, mohamed, family]) await expectToFit(player.person.page);
      for (const size of [360, 768]) {
        await ruth.person.page.setViewportSize({ width: size, height: 800 });
        await expectToFit(ruth.person.page);
      }
    }),
  );

  it(
    ...step('made of markup, they are letters wherever they stand', async () => {
      await ruth.pickAny();
      await scribe.becomes('armed');
      await scribe.press();
      await scribe.becomes('first');
      await ruth.first(MARKUP);
      await stage.getByRole('heading', { name: MARKUP }).waitFor();
      await ruth.judge('Right');
      await scribe.becomes('right');
      await omer.person.sees(`${MARKUP} picks next`);
      await eventually(async () => expect(await pickPanel()).toContain(`${MARKUP} +`));
      for (const page of [stage, ...everybody().map(({ person }) => person.page)]) expect(await markup(page)).toBe(0);
    }),
  );

  it(
    ...step('stand on the podium whole', async () => {
      await ruth.pickAny();
      await family.becomes('armed');
      await family.press();
      await ruth.first(EMOJI);
      await ruth.judge('Right');
      await family.becomes('right');
      await ruth.choose('End game');
      await ruth.confirm('End game');
      const podium = ruth.person.page.getByRole('list', { name: 'Podium' });
      for (const name of [HEBREW, MARKUP, EMOJI]) await podium.getByText(name, { exact: true }).waitFor();
      await ruth.person.page.getByText(ARABIC, { exact: true }).first().waitFor();
      for (const page of [ruth.person.page, stage, family.person.page]) await expectToFit(page);
      for (const { errors } of everybody().map(({ person }) => person)) expect(errors).toEqual([]);
    }),
  );
});
