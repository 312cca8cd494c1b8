/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { screensOfAGame } from './screens-of-a-game.js';
import { startBrowser } from './support/browser.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { CLOSED_WITHIN_MS, OPEN_WITHIN_MS } from './support/opening.js';
import { Person, STEP_WITHIN_MS } from './support/people.js';
import { lookedAt } from './support/looked-at.js';
import { startServer, type RunningServer } from './support/server.js';
import { ADMIN_ENV, FIRST_ADMIN } from './support/visitor.js';

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer(ADMIN_ENV);
  browser = await startBrowser();
}, OPEN_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
}, CLOSED_WITHIN_MS);

screensOfAGame(() => ({ server, browser }));

describe('for people who use a screen reader or see little, in both themes', () => {
  let ruth: Moderator;
  let gameId: string;
  const seen = async () => {
    await ruth.person.page.waitForLoadState('networkidle');
    return lookedAt(ruth.person.page);
  };
  const see = async (path: string, heading: string | RegExp) => {
    await ruth.person.page.goto(path);
    await ruth.person.page.getByRole('heading', { name: heading }).first().waitFor();
    return seen();
  };

  beforeAll(async () => {
    ruth = moderatorOf(await Person.arrive(browser, 'Ruth', server.url));
  });

  it(
    'home, the page that is not there and the terms have no barrier',
    async () => {
      expect(await see('/', 'Hear it.')).toEqual([]);
      expect(await see('/nowhere', 'Page Not Found')).toEqual([]);
      expect(await see('/terms', 'Terms')).toEqual([]);
    },
    STEP_WITHIN_MS,
  );

  it(
    'none of the modes of signing in has one',
    async () => {
      const { page } = ruth.person;
      await page.goto('/game-history');
      await page.getByRole('dialog').waitFor();
      expect(await seen()).toEqual([]);
      await ruth.person.button('Need an account?').click();
      expect(await seen()).toEqual([]);
      await ruth.person.button('Already have an account?').click();
      await ruth.person.button('Forgot Password?').click();
      expect(await seen()).toEqual([]);
    },
    STEP_WITHIN_MS,
  );

  it(
    'an admin reads the outbox and the history without one',
    async () => {
      const { page } = ruth.person;
      expect(await see('/', 'Hear it.')).toEqual([]);
      await page.goto('/admin/outbox');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Forgot Password?' }).click();
      await dialog.getByLabel('Email').fill(FIRST_ADMIN.email);
      await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
      await ruth.person.sees('Password reset email sent. Check your inbox!');
      await dialog.getByRole('button', { name: 'Back to Sign In' }).click();
      await dialog.getByLabel('Email').fill(FIRST_ADMIN.email);
      await dialog.getByRole('textbox', { name: 'Password' }).fill(FIRST_ADMIN.password);
      await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByRole('link', { name: /reset=/ }).waitFor();
      expect(await seen()).toEqual([]);
      expect(await see('/game-history', 'Game History')).toEqual([]);
    },
    STEP_WITHIN_MS,
  );

  it.each([
    ['/privacy', 'Privacy'],
    ['/admin-auth-test', 'Admin Login Test'],
    ['/library', 'Content Library'],
    ['/browse-templates', 'Game Library'],
    ['/my-templates', 'My Templates'],
    ['/analytics', /./],
    ['/admin/operations', /./],
    ['/admin/feedback', /./],
    ['/library/reports', /./],
    ['/moderator-rejoin', 'Rejoin Error'],
  ])(
    'the page %s has none',
    async (path, heading) => {
      expect(await see(path, heading)).toEqual([]);
    },
    STEP_WITHIN_MS,
  );

  it(
    'a template and its editor have none',
    async () => {
      const { page } = ruth.person;
      await page.goto('/browse-templates');
      await page.locator('a[href^="/library/template/"]').first().click();
      await page.getByRole('heading', { name: 'The board' }).waitFor();
      expect(await seen()).toEqual([]);
      await page.goto('/my-templates');
      await page.getByRole('button', { name: 'New Template' }).first().click();
      await page.getByLabel('Title', { exact: true }).waitFor();
      expect(await seen()).toEqual([]);
    },
    STEP_WITHIN_MS,
  );

  it(
    'a moderator sets a game up, comes back to it and shows it on the stage without one',
    async () => {
      const { page } = ruth.person;
      await ruth.createGame('Try the starter quiz');
      await ruth.person.sees('Set up your game');
      gameId = page.url().split('/').pop() ?? '';
      expect(await seen()).toEqual([]);
      expect(await see(`/moderator-rejoin/${gameId}`, 'Moderator Rejoin')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 720 });
      expect(await see(`/stage/${gameId}`, 'Get your phone out')).toEqual([]);
      await page.goto(`/game/${gameId}`);
      await ruth.start();
      await page.goto(`/stage/${gameId}`);
      await page.getByRole('img', { name: 'Board' }).waitFor();
      expect(await seen()).toEqual([]);
    },
    STEP_WITHIN_MS,
  );
});
