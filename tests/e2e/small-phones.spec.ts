/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { ANNOUNCEMENT_MAX_LENGTH } from '@earworm/rules';
import type { Locator, Page } from 'playwright-core';
import { layoutProblems } from './support/layout-problems.js';
import type { ArrivalOptions, Person } from './support/person.js';
import type { Board, PreparedGame } from './support/prepared-game.js';
import { playerOf } from './support/player.js';
import { type Scene, test } from './support/test.js';

const UPRIGHT = { width: 360, height: 640 };
const ON_ITS_SIDE = { width: 740, height: 360 };
const SMALLEST = { width: 320, height: 568 };
/** The default is 16 px. */
const LARGE_FONT_PX = 32;

const NAMES = [
  'Eighties anthems',
  'One-hit wonders',
  'Nursery rhymes',
  'Great composers',
  'Songs of the world',
  'Encore',
];
const boardOf = (categories: number, questions: number): Board =>
  Object.fromEntries(
    NAMES.slice(0, categories).map((name) => [
      name,
      Array.from({ length: questions }, (_, n) => ({ answer: `Answer ${n}` })),
    ]),
  );

const inLargeFont = async ({ context, page }: Person) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: LARGE_FONT_PX, fixed: LARGE_FONT_PX } });
};

/** The phone of a player who has answered the first question and picks the next. */
async function picker(scene: Scene, board: Board, options: ArrivalOptions = {}): Promise<Page> {
  const played = await scene.game({ players: ['Ada', 'Leo'], board });
  await played.pick();
  await played.buzz('Ada');
  const phone = await scene.phone(played, 'Ada', { viewport: UPRIGHT, ...options });
  await phone.becomes('first');
  await played.judge(true);
  await phone.person.sees('You pick.');
  return phone.person.page;
}

/** Names of categories of which a part is not shown. */
const cutNames = (page: Page) =>
  page
    .locator('h2 > span')
    .evaluateAll((names) =>
      names
        .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1)
        .map((name) => name.textContent),
    );

/** Tiles that are in sight as a whole, and of all of them those whose number is wider than the tile. */
const tilesOf = (page: Page) =>
  page
    .getByRole('group')
    .getByRole('button')
    .evaluateAll((all) => {
      const board = all[0]!.closest('ul')!.getBoundingClientRect();
      const isInSight = (tile: Element) => {
        const { top, bottom, left, right } = tile.getBoundingClientRect();
        return top >= board.top && bottom <= board.bottom + 1 && left >= 0 && right <= innerWidth;
      };
      const isCut = (tile: Element) => tile.scrollWidth > tile.clientWidth + 1;
      return { inSight: all.filter(isInSight).length, cut: all.filter(isCut).length };
    });

/** What says that the board goes on below. */
const more = (page: Page) => page.locator('[data-more]').count();
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** In the window, and nothing else lies over its centre. */
const isFree = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { top, left, right, bottom } = element.getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight && element.contains(shown);
  });

describe('the board of the player who picks', () => {
  for (const questions of [5, 6]) {
    test(`fits on a phone upright and on its side with six categories of ${questions} questions`, async (scene) => {
      const page = await picker(scene, boardOf(6, questions));
      for (const viewport of [UPRIGHT, ON_ITS_SIDE]) {
        await page.setViewportSize(viewport);
        await eventually(async () => {
          expect(await layoutProblems(page, 'phone')).toEqual([]);
          expect(await tilesOf(page)).toEqual({ inSight: 6 * questions - 1, cut: 0 });
          expect(await cutNames(page)).toEqual([]);
          expect(await more(page)).toBe(0);
        });
      }
    });
  }

  test('fits on an upright phone with three categories of ten questions, in lines of five', async (scene) => {
    const page = await picker(scene, boardOf(3, 10));
    await eventually(async () => expect(await layoutProblems(page, 'phone')).toEqual([]));
    expect(await tilesOf(page)).toEqual({ inSight: 29, cut: 0 });
    expect(await cutNames(page)).toEqual([]);
  });

  test('scrolls when it is larger than the phone, and shows that it continues until its end is reached', async (scene) => {
    const page = await picker(scene, boardOf(6, 12));
    await eventually(async () => expect(await more(page)).toBe(1));
    const last = page.getByRole('button', { name: 'Encore for 1,200' });
    await last.scrollIntoViewIfNeeded();
    await page.getByRole('list').evaluate((board) => board.scrollTo(0, board.scrollHeight));
    await eventually(async () => expect(await more(page)).toBe(0));
    await last.click();
    await page.getByText('Encore for 1,200').waitFor();
    expect((await tilesOf(page)).cut).toBe(0);
  });

  for (const viewport of [UPRIGHT, SMALLEST, ON_ITS_SIDE]) {
    const { width, height } = viewport;
    test(`cuts nothing in letters twice as large on ${width} × ${height}, and shows where it continues`, async (scene) => {
      const page = await picker(scene, boardOf(6, 6), { viewport, prepare: inLargeFont });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      const { inSight, cut } = await tilesOf(page);
      expect(cut).toBe(0);
      expect(inSight).toBeGreaterThanOrEqual(12);
      expect(await more(page)).toBe(inSight < 35 ? 1 : 0);
      expect(await scrollsSideways(page)).toBe(false);
      expect((await layoutProblems(page, 'phone')).filter((problem) => problem.includes('to press'))).toEqual([]);
      await page.getByRole('button', { name: 'Leave game' }).click({ trial: true });
    });
  }
});

describe('the page behind the QR code', () => {
  for (const viewport of [UPRIGHT, SMALLEST, ON_ITS_SIDE]) {
    const { width, height } = viewport;
    for (const [size, prepare] of [
      ['usual letters', undefined],
      ['letters twice as large', inLargeFont],
    ] as const) {
      test(`shows field and button in ${size} on ${width} × ${height}, and leads into the game`, async ({
        arrive,
        game,
      }) => {
        const { code } = await game({ moderator: 'Maximiliane Schröder', started: false });
        const player = playerOf(await arrive('Ada', { viewport, ...(prepare ? { prepare } : {}) }));
        const { page } = player.person;
        await page.goto(`/?code=${code}`);
        await page.getByRole('heading', { name: 'Maximiliane Schröder’s game' }).waitFor();
        for (const one of [page.getByLabel('Your Name'), page.getByRole('button', { name: 'Join Game' })]) {
          const box = (await one.boundingBox())!;
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.y + box.height).toBeLessThanOrEqual(height);
        }
        expect(await scrollsSideways(page)).toBe(false);
        await page.getByLabel('Your Name').fill('Ada');
        await page.getByRole('button', { name: 'Join Game' }).click();
        await player.becomes('lobby');
      });
    }
  }
});

describe('an announcement as long as it may be', () => {
  const TEXT = 'The bar closes in ten minutes, and then we all go on. '.repeat(4).slice(0, ANNOUNCEMENT_MAX_LENGTH);
  const announce = (played: PreparedGame) =>
    played.command({ type: 'announce', text: TEXT, audience: ['players', 'crew', 'stage'], minutes: 10 });

  for (const viewport of [UPRIGHT, SMALLEST, ON_ITS_SIDE]) {
    const { width, height } = viewport;
    test(`leaves the buzzer free on ${width} × ${height}, also once it is opened whole`, async (scene) => {
      const played = await scene.game({ players: ['Ada', 'Leo'] });
      const phone = await scene.phone(played, 'Ada', { viewport });
      const { page } = phone.person;
      await played.pick();
      await phone.becomes('armed');
      await announce(played);
      const strip = page.getByRole('button', { name: TEXT });
      await strip.waitFor();
      await eventually(async () => expect(await layoutProblems(page, 'phone')).toEqual([]));
      expect(await isFree(phone.buzzer)).toBe(true);
      await strip.click();
      await page.getByRole('button', { name: TEXT, expanded: true }).waitFor();
      await eventually(async () => expect(await isFree(phone.buzzer)).toBe(true));
      await phone.buzz();
      await phone.becomes('first');
    });
  }

  test('leaves the answer in sight on the stage', async (scene) => {
    const played = await scene.game({
      players: ['Ada', 'Leo'],
      board: { Films: [{ answer: 'Jaws' }, { answer: 'Alien' }] },
    });
    const { page } = await scene.stage(played, { viewport: { width: 1280, height: 720 } });
    await played.pick();
    await announce(played);
    await played.buzz('Ada');
    await played.judge(true);
    await page.getByRole('button', { name: TEXT }).waitFor();
    const answer = page.getByText('Jaws');
    await answer.first().waitFor();
    await eventually(async () => expect(await layoutProblems(page, 'stage')).toEqual([]));
    expect(await isFree(answer.first())).toBe(true);
  });
});

describe('the name form of a game', () => {
  test('shows the proposal for a taken name on a phone on its side, which one tap takes', async ({ arrive, game }) => {
    const { code } = await game({ players: ['Ada'], started: false });
    const player = playerOf(await arrive('Ada', { viewport: ON_ITS_SIDE }));
    const { page } = player.person;
    await page.goto(`/?code=${code}`);
    await page.getByLabel('Your Name').fill('Ada');
    await page.getByRole('button', { name: 'Join Game' }).click();
    const proposal = page.getByRole('button', { name: 'Join as Ada 2' });
    await proposal.waitFor();
    const { y, height } = (await proposal.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(ON_ITS_SIDE.height);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await proposal.click();
    await player.becomes('lobby');
    await page.getByText('Ada 2').waitFor();
  });
});

describe('the code field of a phone', () => {
  /** As a keyboard composes: each step replaces the one before it, and the last one is committed. */
  async function compose({ context, page }: Person, steps: readonly string[]): Promise<void> {
    const devTools = await context.newCDPSession(page);
    for (const text of steps)
      await devTools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await devTools.send('Input.insertText', { text: steps.at(-1)! });
  }
  const boxes = (page: Page) =>
    page.getByLabel('Game Code').evaluate((input) => input.parentElement!.innerText.replace(/\s/g, ''));

  test('takes what a predictive keyboard composes, each letter once', async ({ arrive, game }) => {
    const { code } = await game({ moderator: 'Ruth', started: false });
    const ada = await arrive('Ada', { viewport: UPRIGHT });
    const { page } = ada;
    await page.goto('/');
    await page.getByLabel('Game Code').focus();
    await compose(
      ada,
      Array.from(code, (_, n) => code.slice(0, n + 1).toLowerCase()),
    );
    await page.getByText('Ruth’s game, 0 players so far').waitFor();
    expect(await boxes(page)).toBe(code);
  });

  test('takes full-width letters of a Japanese keyboard', async ({ arrive, game }) => {
    const { code } = await game({ moderator: 'Ruth', started: false });
    const ada = await arrive('Ada', { viewport: UPRIGHT });
    const { page } = ada;
    const wide = Array.from(code, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');
    await page.goto('/');
    await page.getByLabel('Game Code').focus();
    await compose(ada, [wide.slice(0, 2), wide.slice(0, 5), wide]);
    await page.getByText('Ruth’s game, 0 players so far').waitFor();
    expect(await boxes(page)).toBe(code);
  });
});

describe('the awards at the end of a game', () => {
  const WINNER = 'Maximiliane Schröder';
  const SECOND = 'Benjamin Oberländer';

  test('fit on the winner’s phone in German, and with the longest names on the stage', async (scene) => {
    const played = await scene.game({ players: [WINNER, 'Ada', SECOND, 'Dmitri', 'Cleo', 'Eve'] });
    for (let question = 0; question < 3; question += 1) {
      await played.pick();
      await played.buzz(WINNER);
      await played.judge(true);
    }
    const { page } = (await scene.phone(played, WINNER, { viewport: UPRIGHT })).person;
    await played.end();
    await page.getByTestId('game-over').waitFor();
    await page.evaluate(() => localStorage.setItem('earworm.language', 'de'));
    await page.reload();
    await page.getByText('Längste Serie: du').waitFor();
    for (const viewport of [UPRIGHT, ON_ITS_SIDE]) {
      await page.setViewportSize(viewport);
      // The list of further places scrolls in itself.
      const problems = async () =>
        (await layoutProblems(page, 'phone')).filter((each) => !/^ol .* scrolls$/.test(each));
      await eventually(async () => expect(await problems()).toEqual([]));
    }
    const { page: stage } = await scene.stage(played, { viewport: { width: 1280, height: 720 } });
    await stage
      .getByRole('listitem')
      .filter({ hasText: `Longest streak: ${WINNER} (3 in a row)` })
      .waitFor();
    await eventually(async () => expect(await layoutProblems(stage, 'stage')).toEqual([]));
  });
});

describe('the result on a phone on its side', () => {
  test('shows the podium and every way on without scrolling', async ({ game, phone }) => {
    const played = await game({ players: ['Ada', 'Benjamin Oberländer', 'Cleo', 'Dmitri'] });
    const { page } = (await phone(played, 'Ada', { viewport: ON_ITS_SIDE })).person;
    await played.end();
    await page.getByTestId('game-over').waitFor();
    await eventually(async () => expect(await layoutProblems(page, 'phone')).toEqual([]));
  });
});
