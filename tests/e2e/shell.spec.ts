/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Person } from './support/person.js';
import { test } from './support/test.js';

const footerOf = ({ page }: Person) => page.getByRole('contentinfo');
const tab = ({ page }: Person, name: string) => page.getByRole('tab', { name });
const seesHeading = ({ page }: Person, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('the footer', () => {
  test('shows and hides tips: each half a second after its place is seen, and once', async ({ arrive }) => {
    const nora = await arrive('Nora');
    const { page } = nora;
    const tips = page.getByRole('dialog');
    const toggle = (name: string) => footerOf(nora).getByRole('button', { name }).click();
    await page.clock.install();
    await page.goto('/');
    await footerOf(nora).getByRole('button', { name: 'Show tips' }).waitFor();
    await page.clock.runFor(5_000);
    expect(await tips.count()).toBe(0);
    await toggle('Show tips');
    await tips.getByText('Enter the 6-character code').waitFor();
    await toggle('Hide tips');
    await tips.waitFor({ state: 'detached' });
    // Far enough ahead not to be past when the page gets it.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
    await toggle('Show tips');
    await page.clock.runFor(499);
    expect(await tips.count()).toBe(0);
    await page.clock.runFor(1);
    await tips.getByText('Enter the 6-character code').waitFor();
    await tips.getByRole('button', { name: 'Got it' }).click();
    await page.clock.resume();
    await page.reload();
    await footerOf(nora).getByRole('button', { name: 'Hide tips' }).waitFor();
    await tab(nora, 'Create Game').click();
    await tips.getByText('No songs yet?').waitFor();
    await page.keyboard.press('Escape');
    await tab(nora, 'Join Game').click();
    await page.clock.runFor(5_000);
    expect(await tips.count()).toBe(0);
  });
});

describe('the theme and the language', () => {
  test('last until the next visit, in which error messages are German, and switch back', async ({ arrive }) => {
    // With reduced motion a new colour is seen one frame late.
    const nora = await arrive('Nora', { motion: true });
    const { page } = nora;
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/');
    await nora.button('Switch to the light theme').waitFor();
    const dark = await background();
    expect(await scheme()).toBe('dark');
    await nora.button('Switch to the light theme').click();
    await eventually(async () => expect(await background()).not.toBe(dark));
    await footerOf(nora).getByRole('button', { name: 'Deutsch' }).click();
    await tab(nora, 'Mitspielen').waitFor();
    await page.locator('html[lang="de"]').waitFor();

    await page.reload();
    await tab(nora, 'Mitspielen').waitFor();
    expect(await background()).not.toBe(dark);
    expect(await scheme()).toBe('light');
    await page.getByLabel('Spielcode').fill('ZZZZZZ');
    await nora.sees('Spiel nicht gefunden');
    await footerOf(nora).getByRole('link', { name: 'Datenschutz' }).click();
    await seesHeading(nora, 'Datenschutz');

    await footerOf(nora).getByRole('button', { name: 'English' }).click();
    await seesHeading(nora, 'Privacy');
    await page.locator('html[lang="en"]').waitFor();
    await nora.button('Switch to the dark theme').click();
    await eventually(async () => expect(await background()).toBe(dark));
  });
});

describe('a page whose code cannot be loaded', () => {
  test('shows an error screen whose reload brings the page back', async ({ arrive }) => {
    const nora = await arrive('Nora');
    const { page } = nora;
    const code = '**/assets/terms-page*';
    await page.route(code, (route) => route.abort());
    await page.goto('/terms');
    await nora.sees('Something went wrong');
    await page.unroute(code);
    await nora.button('Reload Page').click();
    await seesHeading(nora, 'Terms');
  });
});
