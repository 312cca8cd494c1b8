/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Person } from './support/people.js';
import { playerOf } from './support/player.js';
import { test } from './support/test.js';
import { visitorOf } from './support/visitor.js';

const LAPTOP = { width: 1280, height: 800 };

const headerOf = ({ page }: Person) => page.getByRole('banner');
const footerOf = ({ page }: Person) => page.getByRole('contentinfo');
const tab = ({ page }: Person, name: string) => page.getByRole('tab', { name });
const seesHeading = ({ page }: Person, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('the header', () => {
  test('has on a phone a menu for keys and fingers, and on a laptop the account, which calls a guest Guest', async ({
    arrive,
  }) => {
    const nora = await arrive('Nora');
    const { page } = nora;
    const menu = page.getByRole('button', { name: 'Menu' });
    const entries = page.getByRole('navigation', { name: 'Menu' });
    await page.goto('/game-history');
    await visitorOf(nora).guest();
    await page.getByRole('heading', { name: 'Game History' }).waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    await menu.press('Enter');
    const links = entries.getByRole('link');
    await eventually(async () => {
      expect(await menu.getAttribute('aria-expanded')).toBe('true');
      expect(await links.allInnerTexts()).toEqual(['Home', 'Game Library', 'My Templates']);
    });
    await entries.getByText('Guest', { exact: true }).waitFor();
    await entries.getByRole('link', { name: 'My Templates' }).focus();
    await page.keyboard.press('Escape');
    await entries.waitFor({ state: 'detached' });
    await eventually(async () => expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true));
    await menu.click();
    await entries.getByRole('link', { name: 'Home' }).click();
    await tab(nora, 'Join Game').waitFor();
    await entries.waitFor({ state: 'detached' });

    await page.setViewportSize(LAPTOP);
    await headerOf(nora).getByText('Guest', { exact: true }).waitFor();
    await headerOf(nora).getByRole('button', { name: 'Sign Out' }).click();
    await headerOf(nora).getByRole('button', { name: 'Sign In' }).waitFor();
  });

  test('switches between dark and light, also for the next visit', async ({ arrive }) => {
    const nora = await arrive('Nora');
    const { page } = nora;
    await page.goto('/');
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await nora.button('Switch to the light theme').waitFor();
    const dark = await background();
    expect(await scheme()).toBe('dark');
    await nora.button('Switch to the light theme').click();
    await eventually(async () => expect(await background()).not.toBe(dark));
    await page.reload();
    await nora.button('Switch to the dark theme').waitFor();
    expect(await background()).not.toBe(dark);
    expect(await scheme()).toBe('light');
    await nora.button('Switch to the dark theme').click();
    await eventually(async () => expect(await background()).toBe(dark));
  });
});

describe('the footer', () => {
  test('switches to German, error messages and later visits included, and back', async ({ arrive }) => {
    const nora = await arrive('Nora');
    const { page } = nora;
    await page.goto('/');
    await footerOf(nora).getByRole('button', { name: 'Deutsch' }).click();
    await tab(nora, 'Mitspielen').waitFor();
    await page.locator('html[lang="de"]').waitFor();
    await page.reload();
    await tab(nora, 'Mitspielen').waitFor();
    await page.getByLabel('Spielcode').fill('ZZZZZZ');
    await nora.sees('Spiel nicht gefunden');
    await footerOf(nora).getByRole('link', { name: 'Datenschutz' }).click();
    await seesHeading(nora, 'Datenschutz');
    await footerOf(nora).getByRole('button', { name: 'English' }).click();
    await seesHeading(nora, 'Privacy');
    await page.locator('html[lang="en"]').waitFor();
  });

  test('links to the terms, the privacy page and YouTube’s terms of service', async ({ arrive }) => {
    const nora = await arrive('Nora');
    await nora.page.goto('/');
    await footerOf(nora).getByRole('link', { name: 'Terms', exact: true }).click();
    await seesHeading(nora, 'Terms');
    const youtube = footerOf(nora).getByRole('link', { name: 'YouTube Terms of Service' });
    expect(await youtube.getAttribute('href')).toBe('https://www.youtube.com/t/terms');
    expect(await youtube.getAttribute('target')).toBe('_blank');
    await footerOf(nora).getByRole('link', { name: 'Privacy' }).click();
    await seesHeading(nora, 'Privacy');
  });

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
    await tips.getByText('Type the six characters').waitFor();
    await toggle('Hide tips');
    await tips.waitFor({ state: 'detached' });
    // Far enough ahead not to be past when the page hears of it.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
    await toggle('Show tips');
    await page.clock.runFor(499);
    expect(await tips.count()).toBe(0);
    await page.clock.runFor(1);
    await tips.getByText('Type the six characters').waitFor();
    await tips.getByRole('button', { name: 'Got it' }).click();
    await page.clock.resume();
    await page.reload();
    await footerOf(nora).getByRole('button', { name: 'Hide tips' }).waitFor();
    await tab(nora, 'Create Game').click();
    await tips.getByText('No songs at hand?').waitFor();
    await page.keyboard.press('Escape');
    await tab(nora, 'Join Game').click();
    await page.clock.runFor(5_000);
    expect(await tips.count()).toBe(0);
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

describe('the home page', () => {
  test('forgets the marks of completed games and tours, and keeps the name of a player who left', async ({
    game,
    guest,
  }) => {
    const { code } = await game({ started: false });
    const nora = playerOf(
      await guest('Nora', {
        localStorage: { game_completed_abc: '1', 'earworm.tour_completed': '1', 'somebody-elses': 'stays' },
      }),
    );
    const { page } = nora.person;
    await nora.enterCode(code);
    await nora.person.button('Join Game').click();
    await nora.becomes('lobby');
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => key.includes('_completed'))).toEqual([]);
    expect(kept).toContain('somebody-elses');
    await nora.leave();
    await nora.person.button('Join Game').waitFor();
    await page.goto(`/?code=${code}`);
    await nora.person.sees('You were in this game as Nora and left. Your score is still there.');
    expect(await page.getByLabel('Your Name').inputValue()).toBe('Nora');
    await nora.person.button('Rejoin Game').click();
    await nora.becomes('lobby');
  });

  test('asks on another device whether one is the player of that name who left, in upper or lower case', async ({
    game,
    arrive,
  }) => {
    const played = await game({ started: false, players: ['Nora'] });
    await played.leave('Nora');
    const ira = await arrive('Ira');
    await ira.page.goto(`/?code=${played.code}`);
    await ira.page.getByLabel('Your Name').fill('nORA');
    await ira.sees('A player called nORA left this game. Was it you, on another device?');
    await ira.button('Rejoin Game').waitFor();
    await ira.page.getByLabel('Your Name').fill('Norah');
    await ira.sees('Ruth’s game, 0 players so far');
    await ira.button('Join Game').waitFor();
  });
});
