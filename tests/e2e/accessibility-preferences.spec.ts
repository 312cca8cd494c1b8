/// <reference lib="dom" />
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ArrivalOptions, Person } from './support/person.js';
import { test } from './support/test.js';

const LAPTOP = { width: 1280, height: 800 };
const SMALL_PHONE = { width: 360, height: 640 };
/** The default is 16 px. */
const LARGE_FONT_PX = 32;

const FORCED_COLOURS: ArrivalOptions = {
  prepare: ({ page }) => page.emulateMedia({ forcedColors: 'active' }),
};
const LARGE_LETTERS: ArrivalOptions = {
  prepare: async ({ context, page }: Person) => {
    const devTools = await context.newCDPSession(page);
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: LARGE_FONT_PX, fixed: LARGE_FONT_PX } });
  },
};

const borderOf = (shown: Locator) =>
  shown.evaluate((element) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
    return `${parseFloat(borderTopWidth)}px ${borderTopStyle}`;
  });

describe('forced colours', () => {
  test('leave an edge around what is chosen, the buzzer and the places of the podium', async (scene) => {
    const played = await scene.game({ players: ['Ada', 'Leo'], started: false });
    const { page: setup } = (await scene.setup(played, FORCED_COLOURS)).person;
    const settings = setup.getByRole('radiogroup');
    await settings.first().waitFor();
    expect(await borderOf(settings.first().locator('label[data-active]'))).toBe('4px double');
    await setup.goto('/');
    const tab = (selected: boolean) => setup.getByRole('tab', { selected });
    expect(await borderOf(tab(true))).toBe('4px double');
    expect(await borderOf(tab(false))).toBe('2px solid');

    await played.start();
    const desk = await scene.desk(played, { ...FORCED_COLOURS, viewport: LAPTOP });
    const ada = await scene.phone(played, 'Ada', FORCED_COLOURS);
    await ada.becomes('wait');
    expect(await borderOf(ada.buzzer)).toBe('3px dashed');
    await desk.pickAny();
    await ada.becomes('armed');
    expect(await borderOf(ada.buzzer)).toBe('10px solid');
    expect(await borderOf(desk.person.page.locator('[data-column][data-state="current"]'))).toBe('4px double');
    await ada.buzz();
    await ada.becomes('first');
    expect(await borderOf(ada.buzzer)).toBe('14px double');
    await played.judge(true);
    await played.end();
    const podium = ada.person.page.getByRole('list', { name: 'Podium' });
    await podium.waitFor();
    expect(await borderOf(podium.locator('li > :last-child').first())).toBe('2px solid');
  });
});

/** Buttons and links whose text reaches over their edges, and buttons that lie over each other. */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const nearly = 2;
    const found: string[] = [];
    const isForScreenReaders = (text: Element, within: Element) => {
      for (let part = text; part !== within; part = part.parentElement ?? within) {
        const { position, clipPath } = getComputedStyle(part);
        if (position === 'absolute' && clipPath !== 'none') return true;
      }
      return false;
    };
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);
    const pressed = [...document.querySelectorAll('button, a[href], label[data-active]')].filter(
      (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.sr-only'),
    );
    for (const one of pressed) {
      const name = one.ariaLabel ?? one.textContent;
      const edges = one.getBoundingClientRect();
      for (const text of one.querySelectorAll(':scope, :scope *')) {
        if (text.matches('.sr-only') || ![...text.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
          continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right } = range.getBoundingClientRect();
        if (isForScreenReaders(text, one)) continue;
        if (left < edges.left - nearly || right > edges.right + nearly) found.push(`${name} is cut`);
      }
      // A page that scrolls has a bar over its lower end.
      if (!one.matches('button') || scrollHeight > innerHeight) continue;
      const middle = [edges.right - 4, edges.top + edges.height / 2] as const;
      const over = document.elementFromPoint(...middle)?.closest('button');
      if (over && over !== one) found.push(`${over.textContent} lies over ${name}`);
    }
    return found;
  });

describe('letters twice as large', () => {
  test('cut no text and hide no button in setup, at the desk and at the end', async (scene) => {
    const inSetup = await scene.game({ players: ['Ada'], started: false });
    const { page: setup } = (await scene.setup(inSetup, { ...LARGE_LETTERS, viewport: SMALL_PHONE })).person;
    await setup.getByText('Set up your game').first().waitFor();
    await setup.getByRole('radiogroup').first().waitFor();
    await eventually(async () => expect(await crowded(setup)).toEqual([]));

    const played = await scene.game({ players: ['Ada', 'Maximiliane Schröder'] });
    await played.pick();
    await played.buzz('Maximiliane Schröder');
    const { page: desk } = (await scene.desk(played, { ...LARGE_LETTERS, viewport: LAPTOP })).person;
    await desk.getByTestId('first').waitFor();
    await eventually(async () => expect(await crowded(desk)).toEqual([]));
    await played.judge(true);
    await played.end();
    await desk.getByTestId('game-over').waitFor();
    await eventually(async () => expect(await crowded(desk)).toEqual([]));
  });
});
