/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { visitorOf } from './support/visitor.js';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const footerOf = (person: Person) => person.page.getByRole('contentinfo');

describe('what stands around every page', () => {
  let nora: Player;
  let ruth: Moderator;
  /** Has never been here. */
  let stranger: Person;
  const step = storyOf(() => [nora.person, ruth.person, stranger]);
  const page = () => nora.person.page;
  const header = () => page().getByRole('banner');
  const footer = () => footerOf(nora.person);
  const tab = (name: string) => page().getByRole('tab', { name });

  opening(async (arrive) => {
    nora = playerOf(await arrive('Nora'));
    ruth = moderatorOf(await arrive('Ruth'));
    stranger = await arrive('Ira');
  });

  it(
    ...step('leads on a phone from a menu that keys open and close, and calls a guest Guest', async () => {
      const menu = page().getByRole('button', { name: 'Menu' });
      const entries = page().getByRole('navigation', { name: 'Menu' });
      await page().goto('/game-history');
      await visitorOf(nora.person).guest();
      await page().getByRole('heading', { name: 'Game History' }).waitFor();
      expect(await menu.getAttribute('aria-expanded')).toBe('false');
      await menu.press('Enter');
      const links = entries.getByRole('link');
      await eventually(async () => {
        expect(await menu.getAttribute('aria-expanded')).toBe('true');
        expect(await links.allInnerTexts()).toEqual(['Home', 'Game Library', 'My Templates']);
      });
      await entries.getByText('Guest', { exact: true }).waitFor();
      await entries.getByRole('link', { name: 'My Templates' }).focus();
      await page().keyboard.press('Escape');
      await entries.waitFor({ state: 'detached' });
      await eventually(async () =>
        expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true),
      );
      await menu.click();
      await entries.getByRole('link', { name: 'Home' }).click();
      await tab('Join Game').waitFor();
      await entries.waitFor({ state: 'detached' });
      await page().setViewportSize(DESK);
      await header().getByText('Guest', { exact: true }).waitFor();
      await header().getByRole('button', { name: 'Sign Out' }).click();
      await header().getByRole('button', { name: 'Sign In' }).waitFor();
      await page().setViewportSize(PHONE);
    }),
  );

  it(
    ...step('is dark or light, as it was switched, also at the next visit', async () => {
      const scheme = () => page().locator('html').getAttribute('data-mantine-color-scheme');
      const ground = () => page().evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await ground();
      expect(await scheme()).toBe('dark');
      await nora.person.button('Switch to the light theme').click();
      await eventually(async () => expect(await ground()).not.toBe(dark));
      await page().reload();
      await nora.person.button('Switch to the dark theme').waitFor();
      expect([await scheme(), await ground()]).not.toContain(dark);
      expect(await scheme()).toBe('light');
      await nora.person.button('Switch to the dark theme').click();
      await eventually(async () => expect(await ground()).toBe(dark));
    }),
  );

  it(
    ...step('is written in German once that is wished for, refusals and later visits included', async () => {
      await footer().getByRole('button', { name: 'Deutsch' }).click();
      await tab('Mitspielen').waitFor();
      await page().locator('html[lang="de"]').waitFor();
      await page().reload();
      await tab('Mitspielen').waitFor();
      await page().getByLabel('Spielcode').fill('ZZZZZZ');
      await nora.person.sees('Spiel nicht gefunden');
      await footer().getByRole('link', { name: 'Datenschutz' }).click();
      await page().getByRole('heading', { level: 1, name: 'Datenschutz' }).waitFor();
      await footer().getByRole('button', { name: 'English' }).click();
      await page().getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
      await page().locator('html[lang="en"]').waitFor();
    }),
  );

  it(
    ...step('ends with the terms, the privacy page and the terms of the videos', async () => {
      await footer().getByRole('link', { name: 'Terms', exact: true }).click();
      await page().getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
      const youtube = footer().getByRole('link', { name: 'YouTube Terms of Service' });
      expect(await youtube.getAttribute('href')).toBe('https://www.youtube.com/t/terms');
      expect(await youtube.getAttribute('target')).toBe('_blank');
      await footer().getByRole('link', { name: 'Privacy' }).click();
      await page().getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
    }),
  );

  it(
    ...step('gives way to an error screen whose reload brings the page back', async () => {
      const piece = '**/assets/terms-page*';
      await page().route(piece, (route) => route.abort());
      await page().goto('/terms');
      await nora.person.sees('Something went wrong');
      await page().unroute(piece);
      await nora.person.button('Reload Page').click();
      await page().getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
    }),
  );

  it(
    ...step('forgets at home what was completed, and keeps the name that somebody plays under', async () => {
      const code = await ruth.createStarter();
      await page().evaluate(() => {
        localStorage.setItem('game_completed_abc', '1');
        localStorage.setItem('earworm.tour_completed', '1');
        localStorage.setItem('somebody-elses', 'stays');
      });
      await nora.joinAsGuest(code);
      const kept = await page().evaluate(() => Object.keys(localStorage));
      expect(kept.filter((key) => key.includes('_completed'))).toEqual([]);
      expect(kept).toContain('somebody-elses');
      await nora.leave();
      await nora.person.button('Join Game').waitFor();
      await page().goto(`/?code=${code}`);
      await nora.person.sees('You were in this game as Nora and left. Your score is still there.');
      expect(await page().getByLabel('Your Name').inputValue()).toBe('Nora');
      await nora.person.button('Rejoin Game').waitFor();
    }),
  );

  it(
    ...step(
      'asks on another device whether one is the player of that name who left, in any case of letters',
      async () => {
        const { page: other } = stranger;
        await other.goto(
          page()
            .url()
            .replace(/.*(?=\/\?code=)/, ''),
        );
        await other.getByLabel('Your Name').fill('nORA');
        await stranger.sees('A player called nORA left this game. Was it you, on another device?');
        await stranger.button('Rejoin Game').waitFor();
        await other.getByLabel('Your Name').fill('Norah');
        await stranger.sees('Ruth’s game, 0 players so far');
        await stranger.button('Join Game').waitFor();
        await nora.person.button('Rejoin Game').click();
        await nora.becomes('lobby');
      },
    ),
  );

  it(
    ...step('gives tips to those who want them: each half a second after its place is seen, and once', async () => {
      const { page: home } = stranger;
      const tips = home.getByRole('dialog');
      const toggle = (name: string) => footerOf(stranger).getByRole('button', { name }).click();
      await home.clock.install();
      await home.goto('/');
      await footerOf(stranger).getByRole('button', { name: 'Show tips' }).waitFor();
      await home.clock.runFor(5_000);
      expect(await tips.count()).toBe(0);
      await toggle('Show tips');
      await tips.getByText('Type the six characters').waitFor();
      await toggle('Hide tips');
      await tips.waitFor({ state: 'detached' });
      // Far enough ahead not to be past when the page hears of it.
      await home.clock.pauseAt(await home.evaluate(() => Date.now() + 10_000));
      await toggle('Show tips');
      await home.clock.runFor(499);
      expect(await tips.count()).toBe(0);
      await home.clock.runFor(1);
      await tips.getByText('Type the six characters').waitFor();
      await tips.getByRole('button', { name: 'Got it' }).click();
      await home.clock.resume();
      await home.reload();
      await footerOf(stranger).getByRole('button', { name: 'Hide tips' }).waitFor();
      await home.getByRole('tab', { name: 'Create Game' }).click();
      await tips.getByText('No songs at hand?').waitFor();
      await home.keyboard.press('Escape');
      await home.getByRole('tab', { name: 'Join Game' }).click();
      await home.clock.runFor(5_000);
      expect(await tips.count()).toBe(0);
      expect([nora.person, ruth.person, stranger].flatMap(({ errors }) => errors)).toEqual([]);
    }),
  );
});
