/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { axeViolations } from './axe-violations.js';
import { unreducedMotion, layoutProblems, type Screen } from './layout-problems.js';

const inTheme = (page: Page, scheme: 'dark' | 'light') =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['mantineColorScheme'] = wanted;
  }, scheme);

/**
 * What is wrong with the page: in dark axe violations, on a screen of a game also layout problems and motion; in
 * light the contrast, which alone differs.
 */
export async function auditScreen(page: Page, screen?: Screen): Promise<string[]> {
  await inTheme(page, 'dark');
  const found = await axeViolations({ page });
  if (screen) found.push(...(await layoutProblems(page, screen)), ...(await unreducedMotion(page)));
  await inTheme(page, 'light');
  const inLight = await axeViolations({ page }, 'color-contrast');
  await inTheme(page, 'dark');
  return [...found, ...inLight.map((barrier) => `light ${barrier}`)];
}
