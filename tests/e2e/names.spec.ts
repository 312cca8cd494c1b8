/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Locator, Page } from 'playwright-core';
import { layoutProblems } from './support/layout-problems.js';
import type { Moderator } from './support/moderator.js';
import { type Player, playerOf } from './support/player.js';
import { type Scene, test } from './support/test.js';

const LAPTOP = { width: 1280, height: 720 };

/** Each as long as a name may be, or as wide. */
const HEBREW = 'עומר בן־ציון הגדול';
const ARABIC = 'محمد عبد الله';
const EMOJI = '👨‍👩‍👧🎸🇧🇷 Oi';
/** As markup, each would be a picture that runs undefined code: an error of the page. */
const MARKUP = '<img src onerror=a>';
const MODERATOR = '<img src onerror=b>';
/** Wider than a column. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän';
/** The longest that a name may be. */
const LONG_NAME = 'Wolfgang Maximilian';
const markup = (page: Page) => page.locator('img[onerror]').count();

/** How far the page can be scrolled sideways, px. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** As soon as the page has settled. */
const expectToFit = (page: Page) => eventually(async () => expect(await tooWide(page)).toBe(0));

/** The left edge of each word where it first occurs, px; NaN for one that is missing. */
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

/** The upper edges of what is shown by a selector, px. */
const topsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((one) => one.getBoundingClientRect().top));

/** Which of these texts are shown cut off, or reach beyond the window's side. */
const cutOff = (page: Page, texts: readonly string[]) =>
  page.evaluate((wanted) => {
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own.map((node) => node.nodeValue).join('');
      if (!wanted.some((one) => text.includes(one)) || element.closest('.sr-only, [hidden]')) continue;
      const { left, right } = element.getBoundingClientRect();
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        found.push(text);
      else if (left < 0 || right > innerWidth) found.push(text);
    }
    return found;
  }, texts);

/** From left to right, as soon as all of them are shown. */
const expectInOrder = (page: Page, place: string, words: readonly string[]) =>
  eventually(async () => {
    const places = await leftOf(page, place, words);
    expect(places).not.toContain(NaN);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

/** A name within a sentence, in marks that keep its direction from changing the sentence's. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** A person who types the code and the name into the join form. */
async function joinByForm({ guest }: Scene, name: string, code: string): Promise<Player> {
  const player = playerOf(await guest(name));
  await player.enterCode(code);
  await player.person.button('Join Game').click();
  await player.becomes('lobby');
  return player;
}

/** The stage in another tab of the moderator's. */
async function openStage({ person }: Moderator, gameId: string): Promise<Page> {
  const { page } = await person.inAnotherTab();
  await page.goto(`/stage/${gameId}`);
  return page;
}

const pickPanel = ({ person }: Moderator) => person.page.getByTestId('pick-panel').innerText();

describe('players’ names', () => {
  test('appear as typed and in reading order in Hebrew, Arabic, emoji and markup, from the join form to the verdict', async (scene) => {
    const played = await scene.game({ started: false, moderator: MODERATOR, players: [MARKUP] });
    const ruth = await scene.setup(played, { viewport: LAPTOP });
    const desk = ruth.person.page;
    const stage = await openStage(ruth, played.gameId);
    const omer = await joinByForm(scene, HEBREW, played.code);
    const mohamed = await joinByForm(scene, ARABIC, played.code);
    const family = await joinByForm(scene, EMOJI, played.code);
    await omer.person.sees(`Waiting for ${MODERATOR} to start`);
    for (const name of [HEBREW, ARABIC, EMOJI, MARKUP]) {
      await desk.getByText(name, { exact: true }).first().waitFor();
      await stage.getByText(name, { exact: true }).first().waitFor();
    }
    await expectToFit(desk);
    await expectToFit(stage);

    await ruth.start();
    await ruth.pickAny();
    await omer.becomes('armed');
    await omer.buzz();
    await omer.becomes('first');
    await mohamed.buzz();
    await mohamed.becomes('inLine');
    await family.buzz();
    await family.becomes('inLine');
    await ruth.first(HEBREW);
    await expectInOrder(desk, 'section[aria-labelledby="in-line"] li:nth-child(2)', ['2', ARABIC, '+']);
    await expectInOrder(stage, '[data-testid="stage"]', [ARABIC, EMOJI]);
    await stage.getByRole('heading', { name: HEBREW }).waitFor();
    await eventually(async () =>
      expect(await mohamed.buzzer.innerText()).toContain(`in the queue · ${isolated(HEBREW)} is answering`),
    );
    for (const page of [desk, stage, mohamed.person.page]) await expectToFit(page);

    await ruth.judge('Right');
    await omer.becomes('right');
    await eventually(async () => expect(await pickPanel(ruth)).toContain(`${isolated(HEBREW)} +100`));
    await stage.getByText(HEBREW, { exact: true }).first().waitFor();
    for (const { person } of [omer, mohamed, family]) await expectToFit(person.page);
    for (const width of [360, 768]) {
      await desk.setViewportSize({ width, height: 800 });
      await expectToFit(desk);
    }

    await ruth.pickAny();
    await played.buzz(MARKUP);
    await ruth.first(MARKUP);
    await stage.getByRole('heading', { name: MARKUP }).waitFor();
    await ruth.judge('Right');
    await omer.person.sees(`${MARKUP} is picking`);
    await eventually(async () => expect(await pickPanel(ruth)).toContain(`${MARKUP} +`));
    for (const page of [desk, stage, omer.person.page, mohamed.person.page, family.person.page])
      expect(await markup(page)).toBe(0);
  });

  test('reach the stage once the moderator has checked them, and insults not at all', async (scene) => {
    const played = await scene.game({ started: false, players: ['Bob'] });
    const ruth = await scene.setup(played, { viewport: LAPTOP });
    const stage = await openStage(ruth, played.gameId);
    await stage.getByText('Bob', { exact: true }).first().waitFor();
    await ruth.person.page.getByText('Check first', { exact: true }).click();

    const player = playerOf(await scene.guest('Arschl0ch'));
    await player.enterCode(played.code);
    await player.person.button('Join Game').click();
    await player.person.sees('This name is not allowed here. Please choose another one.');
    await player.person.page.getByLabel('Your Name').fill('Ada');
    await player.person.button('Join').click();
    await player.becomes('lobby');
    await player.person.sees('The moderator is checking your name. Until then others see “Player 2”.');
    await stage.getByText('Player 2', { exact: true }).first().waitFor();
    expect(await stage.getByText('Ada', { exact: true }).count()).toBe(0);

    await ruth.person.button('Check names').click();
    await ruth.person.button('Approve Ada').click();
    await stage.getByText('Ada', { exact: true }).first().waitFor();
    expect(await stage.getByText('Player 2', { exact: true }).count()).toBe(0);
    await player.person.page.getByText('Ada', { exact: true }).first().waitFor();
  });

  test('fit with 20 wide letters beside times and ranks beyond 12, while tiles of unequal columns form rows', async (scene) => {
    const wide = ['W', 'M'].map((letter) => letter.repeat(20));
    const players = [...wide, ...Array.from({ length: 11 }, (_, n) => `Player Number ${n + 3}`)];
    const questions = (count: number) => Array.from({ length: count }, (_, n) => ({ answer: `Song ${n}` }));
    const played = await scene.game({ players, board: { Eighties: questions(4), [LONG_WORD]: questions(1) } });
    const ruth = await scene.desk(played, { viewport: LAPTOP });
    const desk = ruth.person.page;
    const stage = await openStage(ruth, played.gameId);
    const last = await scene.phone(played, players.at(-1)!, { viewport: { width: 360, height: 740 } });
    await desk.getByTestId('pick-panel').waitFor();
    expect(new Set(await topsOf(desk, '[data-row="0"]')).size).toBe(1);
    await played.pick('Eighties for 100');
    for (const name of players) await played.buzz(name);
    await ruth.first(wide[0]!);
    await last.becomes('inLine');
    const times = desk.getByText(/^\+[\d.]+ s$/);
    await eventually(async () => expect(await times.count()).toBe(players.length - 1));
    for (const page of [desk, stage, last.person.page]) {
      await expectToFit(page);
      await eventually(async () => expect(await cutOff(page, [...wide, ...(await times.allInnerTexts())])).toEqual([]));
    }
    await played.judge(false);
    await ruth.first(wide[1]!);
    await last.person.page.getByText('of 13').waitFor();
    expect(await cutOff(last.person.page, wide)).toEqual([]);
  });

  test('fit on the podium in Hebrew, markup and emoji, and nothing to press covers the scores', async ({
    game,
    desk,
    phone,
  }) => {
    const played = await game({ players: [HEBREW, ARABIC, EMOJI, MARKUP] });
    for (const name of [HEBREW, MARKUP, EMOJI]) {
      await played.pick();
      await played.buzz(name);
      await played.judge(true);
    }
    const ruth = await desk(played, { viewport: LAPTOP });
    const stage = await openStage(ruth, played.gameId);
    const scribe = await phone(played, MARKUP);
    await ruth.choose('End game');
    await ruth.confirm('End game');
    const podium = ruth.person.page.getByRole('list', { name: 'Podium' });
    for (const name of [HEBREW, MARKUP, EMOJI]) await podium.getByText(name, { exact: true }).waitFor();
    await ruth.person.page.getByText(ARABIC, { exact: true }).first().waitFor();
    for (const page of [stage, scribe.person.page]) await page.getByText(MARKUP, { exact: true }).first().waitFor();
    for (const page of [ruth.person.page, stage, scribe.person.page]) {
      await expectToFit(page);
      expect(await markup(page)).toBe(0);
    }
    const { page } = ruth.person;
    const again = 'Play again with the same people';
    const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await eventually(async () => {
        const scores = await boxOf(page.getByRole('list', { name: 'Scores' }));
        for (const name of [again, 'Save as Template'])
          expect((await boxOf(page.getByRole('button', { name }))).y).toBeGreaterThanOrEqual(scores.y + scores.height);
      });
      expect(await cutOff(page, [again])).toEqual([]);
    }
  });
});

describe('a reported name', () => {
  test('reaches the desk without its reporter from a narrow phone, and is kept there', async (scene) => {
    const played = await scene.game({ players: ['Ada', LONG_NAME] });
    const ruth = await scene.desk(played, { viewport: LAPTOP });
    const desk = ruth.person.page;
    const ada = await scene.phone(played, 'Ada', { viewport: { width: 320, height: 640 } });
    const phone = ada.person.page;
    await phone.getByRole('button', { name: /Show all scores$/ }).click();
    const scores = phone.getByRole('dialog', { name: 'Scores' });
    await scores.getByText(LONG_NAME).waitFor();
    await eventually(async () => expect(await layoutProblems(phone, 'phone')).toEqual([]));
    await scores.getByRole('button', { name: `Report name: ${LONG_NAME}` }).click();
    await ada.person.sees('The moderator sees that the name was reported, not by whom.');
    await phone.getByRole('button', { name: 'Report', exact: true }).click();
    await scores.getByRole('button', { name: `Reported: ${LONG_NAME}` }).waitFor();

    const notice = desk.getByRole('region', { name: 'Reported names' });
    await notice.getByText('1 name was reported.').waitFor();
    await notice.getByRole('button', { name: 'Check names' }).click();
    const names = desk.getByRole('dialog', { name: 'Reported names' });
    await names.getByText('Reported by 1 player').waitFor();
    expect(await names.innerText()).not.toContain('Ada');
    await names.getByRole('button', { name: `Keep ${LONG_NAME}` }).click();
    await notice.waitFor({ state: 'detached' });

    // A song that begins needs the buzzer.
    await played.pick();
    await ada.becomes('armed');
    await scores.waitFor({ state: 'detached' });
  });
});
