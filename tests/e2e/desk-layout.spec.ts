/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { ANNOUNCEMENT_MAX_LENGTH } from '@earworm/rules';
import type { Locator, Page } from 'playwright-core';
import type { Board } from './support/prepared-game.js';
import { test } from './support/test.js';

/** As long as a name may be. */
const LONG_NAME = 'Maximiliane Schröder';
const LAPTOPS = [
  { width: 1280, height: 720 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];
const PHONES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
];
const IN_QUEUE = 12;
const MARGIN_PX = 40;
/** Joining 200 players takes long. */
const WITHIN_MS = 240_000;

const board: Board = Object.fromEntries(
  ['Donaudampfschifffahrtslieder', 'Eighties', 'Films', 'One-hit wonders', 'Intros', 'Duets'].map((category) => [
    category,
    Array.from({ length: 5 }, (_, n) => ({ answer: `${category} ${n}` })),
  ]),
);

const namesOf = (players: number) =>
  Array.from({ length: players }, (_, n) => (n === 0 ? LONG_NAME : `Player with a name ${n}`.slice(-20)));

/** Not `innerWidth`: a phone zooms out until a page that is too wide fits into the window. */
const beyondWindow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return { width: scrollWidth - clientWidth, height: scrollHeight - clientHeight };
  });

/** Of the window, below the last thing that the end of the page shows. */
const emptyAtEndPx = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const ends = [...document.querySelectorAll('main, aside, section')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect().bottom);
    scrollTo(0, 0);
    return innerHeight - Math.max(...ends);
  });

/** Elements with more content than height, by their class. */
const scrolling = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *, aside *, section, section *')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      .map(({ className }) => className),
  );

/** The code, the switches and the menu. */
const rowsOfBar = (page: Page) =>
  page.evaluate(() => {
    const tops = [...document.querySelectorAll('header button')]
      .filter((button) => button.checkVisibility())
      .map((button) => button.getBoundingClientRect())
      .map(({ top, height }) => Math.round(top + height / 2));
    return new Set(tops).size;
  });

/** What a moderator needs while a question is open: the first three of the queue, the verdict and the music. */
const outOfSight = (page: Page, queue: string) =>
  page.evaluate((queue) => {
    const needed = [
      ...[...document.querySelectorAll(queue)].slice(0, 3),
      ...['R', 'W', 'N', 'P'].map((key) => document.querySelector(`button[aria-keyshortcuts="${key}"]`)),
    ];
    return needed
      .filter((element) => {
        if (element === null) return true;
        const { top, left, bottom, right } = element.getBoundingClientRect();
        const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const { clientWidth, clientHeight } = document.documentElement;
        const isWhole = top >= 0 && left >= 0 && bottom <= clientHeight && right <= clientWidth;
        return !isWhole || !element.contains(shown);
      })
      .map((element) => element?.textContent);
  }, queue);

/** Something else lies over the centre of it. */
const covered = (selector: string): boolean => {
  const element = document.querySelector(selector)!;
  const { top, left, bottom, right } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
};

async function expectInSight(page: Page): Promise<void> {
  for (const viewport of LAPTOPS) {
    await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    await eventually(async () =>
      expect([viewport, await outOfSight(page, '[aria-labelledby="in-line"] li')]).toEqual([viewport, []]),
    );
  }
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    for (const end of [0, 0.5, 1]) {
      await page.evaluate((end) => scrollTo(0, end * document.documentElement.scrollHeight), end);
      await eventually(async () => {
        const hidden = await outOfSight(page, '[data-testid="dock"] strong, [data-testid="dock"] li');
        expect([viewport, end, hidden]).toEqual([viewport, end, []]);
      });
    }
    await page.evaluate(() => scrollTo(0, 0));
  }
}

/** A page is laid out for its new size some frames after the browser has it. */
async function expectStill(page: Page): Promise<void> {
  for (const viewport of LAPTOPS) {
    await page.setViewportSize(viewport);
    await eventually(async () => {
      expect([viewport, await beyondWindow(page)]).toEqual([viewport, { width: 0, height: 0 }]);
      const lists = await scrolling(page);
      expect([viewport, lists]).toEqual([viewport, lists.slice(0, 1)]);
    });
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    await page.mouse.wheel(0, 1_000);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    await eventually(async () => {
      expect([viewport, await beyondWindow(page)]).toMatchObject([viewport, { width: 0 }]);
      expect([viewport, await rowsOfBar(page)]).toEqual([viewport, 1]);
      expect(await emptyAtEndPx(page)).toBeLessThan(MARGIN_PX);
    });
  }
}

/** The name on a played tile. */
async function expectWhole(page: Page, tile: Locator): Promise<void> {
  for (const viewport of [...LAPTOPS, ...PHONES]) {
    await page.setViewportSize(viewport);
    const cut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight;
    await eventually(async () => expect([viewport, await tile.evaluate(cut)]).toEqual([viewport, false]));
  }
}

/** Names in the lobby of the stage whose row is cut, and what of the list is below the window. */
const cutInLobby = (page: Page) =>
  page.getByTestId('stage').evaluate((stage) => {
    const list = stage.querySelector('ul');
    const { bottom = 0 } = list?.getBoundingClientRect() ?? {};
    const cut = [...(list?.children ?? [])].filter((name) => {
      const box = name.getBoundingClientRect();
      return box.top < bottom - 1 && box.bottom > bottom + 1;
    });
    return { names: cut.map(({ textContent }) => textContent), belowPx: Math.max(0, bottom - innerHeight) };
  });

async function expectWholeNames(page: Page): Promise<void> {
  for (const viewport of LAPTOPS) {
    await page.setViewportSize(viewport);
    await eventually(async () =>
      expect([viewport, await cutInLobby(page)]).toEqual([viewport, { names: [], belowPx: 0 }]),
    );
  }
}

describe('layout of the desk', () => {
  for (const players of [2, 12, 30, 200]) {
    test(
      `scrolls one list at most on laptops and keeps the verdict in sight on phones in each phase with ${players} players`,
      async ({ game, desk, stage }) => {
        const names = namesOf(players);
        const played = await game({ board, players: names, started: false });
        const { page } = (await desk(played, { viewport: LAPTOPS[0]! })).person;
        await page.getByRole('region', { name: 'Scores' }).getByText(LONG_NAME).waitFor();
        await expectStill(page);
        const lobby = await stage(played, { viewport: LAPTOPS[0]! });
        await expectWholeNames(lobby.page);
        await lobby.context.close();
        await played.start();
        await page.getByTestId('pick-panel').waitFor();
        await expectStill(page);
        await played.pick();
        for (const name of names.slice(0, IN_QUEUE)) await played.buzz(name);
        await page.getByRole('region', { name: 'Queue' }).getByText(LONG_NAME).waitFor();
        await expectStill(page);
        await expectInSight(page);
        await played.judge(true);
        const tile = page.getByRole('img', { name: new RegExp(LONG_NAME) });
        await tile.waitFor();
        await expectStill(page);
        await expectWhole(page, tile);
        await played.pick();
        await page.getByTestId('round-panel').waitFor();
        await expectWhole(page, tile);
      },
      WITHIN_MS,
    );
  }

  test('keeps verdict, music and answer in sight under an announcement as long as it may be', async (scene) => {
    const names = namesOf(12);
    const played = await scene.game({ board, players: names });
    const { page } = (await scene.desk(played, { viewport: LAPTOPS[0]! })).person;
    await played.pick();
    for (const name of names) await played.buzz(name);
    const text = 'The bar closes in ten minutes, and then we all go on. '.repeat(4).slice(0, ANNOUNCEMENT_MAX_LENGTH);
    await played.command({ type: 'announce', text, audience: ['players', 'crew', 'stage'], minutes: 10 });
    await page.getByTestId('announcement').getByText(text.trim()).waitFor();
    await page.getByRole('region', { name: 'Queue' }).getByText(LONG_NAME).waitFor();
    await expectStill(page);
    await expectInSight(page);
    await page.setViewportSize(LAPTOPS[0]!);
    await eventually(async () => expect(await page.evaluate(covered, '[data-testid="answer"]')).toBe(false));
  });
});
