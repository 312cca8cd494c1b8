/// <reference lib="dom" />
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { moderatorOf } from './support/moderator.js';
import { Person } from './support/people.js';
import { startServer, type RunningServer } from './support/server.js';
import { ADMIN_ENV, FIRST_ADMIN, visitorOf } from './support/visitor.js';

const WHO = ['nobody', 'a guest', 'a registered user', 'an admin'] as const;
type Who = (typeof WHO)[number];
type Access = 'public' | 'signed-in' | 'admin';

/** The specification's table, the projector and the admins' further pages. The ids are of nothing that exists. */
const ROUTES: readonly (readonly [path: string, access: Access, leadsTo?: string])[] = [
  ['/', 'public'],
  ['/terms', 'public'],
  ['/privacy', 'public'],
  ['/admin-auth-test', 'public'],
  ['/404', 'public'],
  ['/no/such/page', 'public', '/404'],
  ['/setup/some-game', 'signed-in'],
  ['/game/some-game', 'signed-in'],
  ['/stage/some-game', 'signed-in'],
  ['/library', 'signed-in'],
  ['/browse-templates', 'signed-in'],
  ['/library/template/some-template', 'signed-in'],
  ['/template/edit/some-template', 'signed-in'],
  ['/my-templates', 'signed-in'],
  ['/game-history', 'signed-in'],
  ['/moderator-rejoin/some-game', 'signed-in'],
  ['/game-library', 'signed-in', '/browse-templates'],
  ['/analytics', 'admin'],
  ['/admin/feedback', 'admin'],
  ['/admin/operations', 'admin'],
  ['/admin/operations/some-game', 'admin'],
  ['/library/reports', 'admin'],
  ['/admin/outbox', 'admin'],
  ['/admin', 'admin', '/analytics'],
];

interface Outcome {
  readonly at: string;
  readonly flags: object | null;
}

function expected(who: Who, path: string, access: Access, leadsTo = path): Outcome {
  // /game-library is open to anybody and leads on before anybody is asked; /admin asks first.
  const wanted = access === 'signed-in' ? leadsTo : path;
  if (access !== 'public' && who === 'nobody') return { at: '/', flags: { from: wanted, authRequired: true } };
  if (access === 'admin' && who !== 'an admin') return { at: '/', flags: { from: path, adminRequired: true } };
  return { at: leadsTo, flags: null };
}

describe('every address, for everybody', () => {
  let server: RunningServer;
  let browser: Browser;
  let accounts = 0;

  beforeAll(async () => {
    server = await startServer(ADMIN_ENV);
    browser = await startBrowser();
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  }, 60_000);

  async function arrive(who: Who): Promise<Person> {
    const person = await Person.arrive(browser, 'Pat', server.url);
    if (who === 'nobody') return person;
    await person.page.goto('/game-history');
    const visitor = visitorOf(person);
    if (who === 'a guest') await visitor.guest();
    if (who === 'an admin') await visitor.signIn(FIRST_ADMIN);
    if (who === 'a registered user') {
      await visitor.press('Need an account?');
      await visitor.signUp({ email: `pat-${++accounts}@example.com`, password: 'secret-of-pat' });
    }
    await person.page.getByRole('heading', { name: 'Game History' }).waitFor();
    return person;
  }

  it.each(WHO)(
    'opens, redirects or asks for a sign-in as the table says, for %s',
    async (who) => {
      const person = await arrive(who);
      const { page } = person;
      for (const [path, access, leadsTo] of ROUTES) {
        const wanted = expected(who, path, access, leadsTo);
        await page.goto(path);
        await page.locator('h1, [role="alert"]').first().waitFor();
        const seen = await page.evaluate(() => ({
          at: location.pathname,
          flags: (history.state as { usr?: object } | null)?.usr ?? null,
        }));
        expect({ path, ...seen }).toEqual({ path, ...wanted });
        if (wanted.flags && 'authRequired' in wanted.flags) await person.sees('Please sign in.');
        if (wanted.flags && 'adminRequired' in wanted.flags) await person.sees('That page is for admins only.');
      }
      expect(person.errors).toEqual([]);
      await person.context.close();
    },
    300_000,
  );

  it('leads on to the page that was wanted, once somebody has signed in as whom it needs', async () => {
    const person = await arrive('nobody');
    const { page } = person;
    await page.goto('/my-templates?sort=name');
    await visitorOf(person).guest();
    await page.waitForURL('**/my-templates?sort=name');
    await page.goto('/admin/outbox');
    await person.button('Sign in as an admin').click();
    await visitorOf(person).signIn(FIRST_ADMIN);
    await page.waitForURL('**/admin/outbox');
    await page.getByRole('heading', { name: 'Mail Outbox' }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${server.url}/`);
    await page.goto('/admin');
    await visitorOf(person).signIn(FIRST_ADMIN);
    await page.waitForURL('**/analytics');
    await person.context.close();
  }, 120_000);

  it('shows a spinner while it is not known yet whether somebody is signed in', async () => {
    const person = await arrive('a guest');
    const { page } = person;
    await page.evaluate(() => {
      const tokens = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as object;
      localStorage.setItem('earworm.tokens', JSON.stringify({ ...tokens, expiresAt: 0 }));
    });
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await person.context.route('**/realms/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/game-history');
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/game-history');
    answer();
    await page.getByRole('heading', { name: 'Game History' }).waitFor();
    await person.context.close();
  }, 120_000);

  it('says of an id that no game can have that it is none', async () => {
    const person = await arrive('an admin');
    for (const path of ['/game/no!', '/setup/no!', '/stage/no!', '/admin/operations/no!']) {
      await person.page.goto(path);
      await person.sees('Invalid game ID');
    }
    expect(person.errors).toEqual([]);
    await person.context.close();
  }, 120_000);

  it('leads from the page that is not there back home', async () => {
    const person = await arrive('nobody');
    await person.page.goto('/nowhere');
    await person.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await person.page.getByRole('link', { name: 'Back to Home' }).click();
    await person.page.getByRole('tab', { name: 'Join Game' }).waitFor();
    await person.context.close();
  }, 120_000);

  it('has a menu entry for the history of games for registered users only, and for admins their own menu', async () => {
    const everybody = ['Home', 'Game Library', 'My Templates'];
    const menus: Readonly<Record<Who, readonly string[]>> = {
      nobody: everybody,
      'a guest': everybody,
      'a registered user': [...everybody, 'Game History'],
      'an admin': [...everybody, 'Game History', 'Admin'],
    };
    for (const who of WHO) {
      const { page, context } = await arrive(who);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto('/');
      // Who it is stands there as soon as it is known.
      const whoItIs = who === 'nobody' ? 'Sign In' : 'Sign Out';
      await page.getByRole('banner').getByRole('button', { name: whoItIs, exact: true }).waitFor();
      const entries = page.getByRole('navigation', { name: 'Main' }).locator('a, button');
      // The admins' menu comes in a piece of its own.
      await eventually(async () => expect(await entries.allInnerTexts()).toEqual(menus[who]));
      await context.close();
    }
  }, 120_000);

  it('shows the stage by the moderator’s link on a computer where nobody is signed in, and by no other key', async () => {
    const ruth = moderatorOf(await arrive('a guest'));
    await ruth.person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ruth.createGame('Try the starter quiz');
    await ruth.person.sees('Set up your game');
    const code = await ruth.gameCode();
    const desk = ruth.person.page;
    await desk.goto(desk.url().replace('/setup/', '/stage/'));
    await desk.getByTestId('stage').waitFor();
    await ruth.person.button('Copy stage link').press('Enter');
    await ruth.person.sees('Stage link copied');
    const { pathname, hash } = new URL(await desk.evaluate(() => navigator.clipboard.readText()));
    expect(hash).toMatch(/^#key=.{16,}$/);

    const projector = await arrive('nobody');
    await projector.page.goto(pathname + hash);
    await projector.page.getByTestId('stage').waitFor();
    expect(await projector.page.getByRole('dialog').count()).toBe(0);
    await projector.page.getByText(code.split('').join(' ')).first().waitFor({ state: 'attached' });
    expect(await projector.button('Copy stage link').count()).toBe(0);

    const intruder = await arrive('nobody');
    await intruder.page.goto(`${pathname}${hash.slice(0, -1)}${hash.endsWith('A') ? 'B' : 'A'}`);
    await intruder.page.getByRole('alert').waitFor();
    expect(await intruder.page.getByTestId('stage').count()).toBe(0);
    expect(await intruder.page.content()).not.toContain(code);
    for (const { errors, context } of [ruth.person, projector, intruder]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  }, 120_000);
});
