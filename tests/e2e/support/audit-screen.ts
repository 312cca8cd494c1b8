/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { axeViolations } from './axe-violations.js';
import { englishOn } from './german.js';
import { unreducedMotion, layoutProblems, type Screen } from './layout-problems.js';

/** What lies over a page, whose rest cannot be used meanwhile. */
export const OVERLAY = '[role="dialog"], [role="menu"]';

const inTheme = (page: Page, scheme: 'dark' | 'light') =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['mantineColorScheme'] = wanted;
  }, scheme);

/**
 * What is wrong with the page: in dark axe violations, on a screen of a game also layout problems and motion, on a
 * German page English words; in light the contrast, which alone differs. `within`: a selector of the part that axe checks.
 */
export async function auditScreen(page: Page, screen?: Screen, within?: string): Promise<string[]> {
  await inTheme(page, 'dark');
  const found = await axeViolations({ page }, undefined, within);
  if (screen) found.push(...(await layoutProblems(page, screen)), ...(await unreducedMotion(page)));
  if ((await page.getAttribute('html', 'lang')) === 'de') found.push(...(await englishOn(page)));
  await inTheme(page, 'light');
  const inLight = await axeViolations({ page }, 'color-contrast', within);
  await inTheme(page, 'dark');
  return [...found, ...inLight.map((barrier) => `light ${barrier}`)];
}
