/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { moderatorOf } from './support/moderator.js';
import { test } from './support/test.js';
import { signInDialogOf } from './support/sign-in-dialog.js';

// Every route for every kind of person is checked in apps/web/src/app/app.spec.tsx, the accounts here are real.
describe('routes', () => {
  test('public pages open without an account, and an unknown address leads to a page with a way home', async ({
    arrive,
  }) => {
    const { page } = await arrive('Pat');
    await page.goto('/privacy');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/privacy');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/404');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('tab', { name: 'Join Game' }).waitFor();
  });

  test('a page for signed-in people asks for a sign-in first, and then opens with its search', async ({ arrive }) => {
    const pat = await arrive('Pat');
    await pat.page.goto('/my-templates?sort=name');
    await pat.sees('Sign in or continue as a guest to open the templates.');
    expect(new URL(pat.page.url()).pathname).toBe('/');
    await signInDialogOf(pat).guest();
    await pat.page.waitForURL('**/my-templates?sort=name');
    await pat.page.goto('/game-library');
    await pat.page.waitForURL('**/browse-templates');
  });

  test('a page for admins refuses a registered user, opens for an admin, and asks again after signing out', async (scene) => {
    const pat = await scene.registered('Pat');
    const { page } = pat;
    await page.goto('/admin/outbox');
    await pat.sees('You need an admin account to open that page.');
    expect(new URL(page.url()).pathname).toBe('/');
    await pat.button('Sign in as an admin').click();
    await signInDialogOf(pat).signIn(FIRST_ADMIN);
    await page.waitForURL('**/admin/outbox');
    await page.getByRole('heading', { name: 'Mail Outbox' }).waitFor();
    await pat.button('Menu').click();
    await pat.button('Sign Out').click();
    await page.waitForURL(`${scene.product.url}/`);
    await page.goto('/admin');
    await signInDialogOf(pat).signIn(FIRST_ADMIN);
    await page.waitForURL('**/analytics');
  });

  test('the stage opens by the moderator’s link without a sign-in, and with no other key', async (scene) => {
    const game = await scene.game({ started: false });
    const { member, marks } = game.moderator;
    const ruth = moderatorOf(await scene.arrive('Ruth', { signedInAs: member, localStorage: marks }));
    const { page } = ruth.person;
    await ruth.person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/stage/${game.gameId}`);
    await page.getByTestId('stage').waitFor();
    await ruth.person.button('Copy stage link').press('Enter');
    await ruth.person.sees('Stage link copied');
    const { pathname, hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(hash).toMatch(/^#key=.{16,}$/);

    const projector = await scene.arrive('Projector');
    await projector.page.goto(pathname + hash);
    await projector.page.getByTestId('stage').waitFor();
    expect(await projector.page.getByRole('dialog').count()).toBe(0);
    await projector.page.getByText(game.code.split('').join(' ')).first().waitFor({ state: 'attached' });
    expect(await projector.button('Copy stage link').count()).toBe(0);

    const intruder = await scene.arrive('Intruder');
    await intruder.page.goto(`${pathname}${hash.slice(0, -1)}${hash.endsWith('A') ? 'B' : 'A'}`);
    await intruder.page.getByRole('alert').waitFor();
    expect(await intruder.page.getByTestId('stage').count()).toBe(0);
    expect(await intruder.page.content()).not.toContain(game.code);
  });
});
