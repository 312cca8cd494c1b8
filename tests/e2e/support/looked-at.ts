/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { barriers } from './barriers.js';
import { movesAllTheSame, outOfPlace, type Screen } from './out-of-place.js';

const inTheme = (page: Page, scheme: 'dark' | 'light') =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['mantineColorScheme'] = wanted;
  }, scheme);

/**
 * All that is wrong with what a page shows now. Dark: barriers, and on a screen of a game also its measures and its
 * motion; light: what differs from dark, the colours.
 */
export async function lookedAt(page: Page, screen?: Screen): Promise<string[]> {
  const found = await barriers({ page });
  if (screen) found.push(...(await outOfPlace(page, screen)), ...(await movesAllTheSame(page)));
  await inTheme(page, 'light');
  const inLight = await barriers({ page }, 'color-contrast');
  await inTheme(page, 'dark');
  return [...found, ...inLight.map((barrier) => `light ${barrier}`)];
}
