/// <reference lib="dom" />
import { PATHS } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { newAccount, newRegisteredUser, signedIn } from './support/members.js';
import type { ArrivalOptions, Wire } from './support/people.js';
import { type Scene, test } from './support/test.js';
import { visitorOf } from './support/visitor.js';

const COMPUTER = { viewport: { width: 1280, height: 800 } };
const ADMIN_PAGES = [
  ...['/analytics', '/admin/operations', '/admin/feedback', '/admin/outbox', '/library/reports'],
  ...['/admin/accounts', '/admin/audit'],
];
const HEARTBEAT_MS = 5 * 60_000;
const ADMIN_RETRY_MS = 1_000;

const anAdmin = async ({ product, arrive }: Scene, options?: ArrivalOptions) =>
  arrive('Ann', { ...COMPUTER, ...options, signedInAs: await signedIn(product.url, FIRST_ADMIN) });

describe('pages of an admin', () => {
  test('pages fit every window width in English and German, with a folded header below 1120 px', async (scene) => {
    const { page } = await anAdmin(scene);
    const menu = page.getByRole('banner').getByRole('button', { name: /^Men[uü]$/ });
    const fits = async (width: number, what: string) => {
      await page.setViewportSize({ width, height: 800 });
      const wanted = () => page.evaluate(() => document.documentElement.scrollWidth);
      await eventually(async () => expect({ what, wanted: await wanted() }).toEqual({ what, wanted: width }));
    };
    for (const path of ['/game-history', '/', '/browse-templates', '/my-templates', ...ADMIN_PAGES]) {
      await page.goto(path);
      for (const language of ['Deutsch', 'English']) {
        await page.getByRole('contentinfo').getByRole('button', { name: language }).click();
        await page.locator(`html[lang="${language.slice(0, 2).toLowerCase()}"]`).waitFor();
        const widths = path === '/game-history' ? [360, 768, 991, 992, 1024, 1119, 1120, 1280] : [360, 1024];
        for (const width of widths) {
          await fits(width, `${path} (${language})`);
          if (path !== '/game-history') continue;
          expect({ width, isFolded: await menu.isVisible() }).toEqual({ width, isFolded: width < 1120 });
        }
      }
    }
  });

  test('an administrator finds an account, disables it with a reason, and finds that in the audit log', async (scene) => {
    const name = 'Quintus Maximus';
    const { userId, account } = await newRegisteredUser(scene.product.url, name);
    const ann = await anAdmin(scene);
    const { page } = ann;
    await page.goto('/');
    await ann.button('Admin').click();
    await page.getByRole('menuitem', { name: 'Accounts' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(account?.email.slice(0, 24) ?? '');
    await ann.button('Search').click();
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**/admin/accounts/${userId}`);
    await ann.sees('No games yet');
    await ann.button('Disable account').click();
    const dialog = page.getByRole('dialog', { name: 'Disable account' });
    await dialog.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByText('Please enter a reason.').waitFor();
    await dialog.getByLabel('Reason').fill('Played under a false name');
    await dialog.getByRole('button', { name: 'Disable account' }).click();
    await ann.sees(`The account of ${name} is disabled.`);
    await ann.button('Enable account').waitFor();

    await page.goto(`/admin/audit?target=${userId}&act=account-disabled`);
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    for (const text of ['Disabled an account', 'Played under a false name', name, 'Done'])
      await rows.nth(1).getByText(text, { exact: false }).waitFor();
    const saved = page.waitForEvent('download');
    await ann.button('Export CSV').click();
    expect((await saved).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    await page.goto('/admin/audit?act=audit-log-exported');
    await rows.nth(1).getByText('Exported the audit log').waitFor();
  });

  test('debug panels show round trip, version, missed events and resumes of the connection, and count video calls', async (scene) => {
    const game = await scene.game({ moderatedBy: await signedIn(scene.product.url, FIRST_ADMIN) });
    const wires: Wire[] = [];
    const ann = await scene.desk(game, {
      ...COMPUTER,
      prepare: async (person) => wires.push(await person.onWire()),
    });
    const wire = wires[0]!;
    const { page } = ann.person;
    const facts = async (): Promise<Record<string, string>> => {
      const lines = await page.getByRole('region', { name: 'Connection status' }).locator('dl > div').allInnerTexts();
      return Object.fromEntries(lines.map((line) => line.split('\n').map((part) => part.trim()) as [string, string]));
    };
    const factIs = (name: string, value: string | RegExp) =>
      eventually(async () => expect((await facts())[name]).toMatch(value));
    await ann.person.button('Open the debug panels').click();
    await factIs('Round trip', /^\d+ ms$/);
    const before = await facts();
    expect(before).toMatchObject({ State: 'online', Role: 'moderator', Missed: '0', Resumes: '0' });

    wire.loseNextEvents();
    const timeTrial = page.getByRole('switch', { name: 'Time trial' });
    await timeTrial.click();
    await factIs('Missed', /^1$/);
    await factIs('Resumes', /^1$/);
    await eventually(async () => expect(await timeTrial.getAttribute('aria-checked')).toBe('true'));
    expect(Number((await facts())['Version'])).toBeGreaterThan(Number(before['Version']));

    await wire.cut();
    await factIs('State', /^(?!online)/);
    wire.mend();
    await factIs('Resumes', /^2$/);
    await factIs('State', /^online$/);

    await ann.person.button('Close the debug panels').click();
    await ann.pickAny();
    const videoCalls = () => page.evaluate(() => localStorage.getItem('earworm.video-calls'));
    await eventually(async () => expect(await videoCalls()).toBe('1'));
  });
});

describe('sessions', () => {
  test('an open page reports every five minutes for an hour that its session goes on', async (scene) => {
    const { page } = await scene.guest('Ann', { clock: true });
    let beats = 0;
    page.on('request', (request) => (beats += Number(new URL(request.url()).pathname === PATHS.beatSession.path)));
    await page.goto('/');
    await eventually(() => expect(beats).toBe(1));
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
    for (let beat = 2; beat <= 13; beat++) {
      await page.clock.runFor(HEARTBEAT_MS);
      await eventually(() => expect(beats).toBe(beat));
    }
  });

  test('an account with an admin’s address asks three times for the role after single sign-on, and not again', async (scene) => {
    const { email, password } = newAccount('Pat');
    const account = { email: email.replace('@', '@admin.'), password };
    const pat = await scene.arrive('Pat', { clock: true });
    const { page } = pat;
    await page.request.post(PATHS.signUp.path, { data: { displayName: 'Pat', ...account } });
    let renewals = 0;
    page.on('response', (answer) => {
      renewals += Number(answer.request().postData()?.includes('grant_type=refresh_token') ?? false);
    });
    // The embedded provider has the routes of an external one, and only those offer single sign-on.
    await page.route(`**${PATHS.about.path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), singleSignOn: true } });
    });
    await page.goto('/game-history');
    await visitorOf(pat).press('Continue with single sign-on');
    // The page that is left has a field for an e-mail too.
    await pat.sees('to your Earworm account');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await pat.button('Sign in').click();
    await page.getByRole('heading', { name: 'Game History' }).waitFor();
    await eventually(() => expect(renewals).toBe(3));
    await page.clock.runFor(10 * ADMIN_RETRY_MS);
    expect(renewals).toBe(3);
  });

  test('without a mail server a reset mail waits in the outbox, and its link sets a new password that signs in', async (scene) => {
    const { account } = await newRegisteredUser(scene.product.url, 'Pat');
    if (!account) throw new Error('a registered user has an account');
    const pat = await scene.arrive('Pat');
    const dialog = visitorOf(pat);
    await pat.page.goto('/game-history');
    await dialog.press('Forgot Password?');
    await dialog.type('Email', account.email);
    await dialog.press('Send Reset Link');
    await pat.sees('Password reset email sent. Check your inbox!');
    await pat.sees('This server sends no e-mail. Ask its administrator.');

    const ann = await anAdmin(scene);
    await ann.page.goto('/admin/outbox');
    await ann.sees('This server has no mail server.');
    const mail = ann.page.getByRole('listitem').filter({ hasText: account.email });
    const { pathname, search, hash } = new URL((await mail.getByRole('link').getAttribute('href')) ?? '');
    await pat.page.goto(pathname + search + hash);
    const renewed = { ...account, password: 'another-secret-of-pat' };
    await dialog.type('New Password', renewed.password);
    await dialog.type('Confirm Password', renewed.password);
    await dialog.press('Set New Password');
    await pat.sees('Your new password is set. Sign in with it.');
    await dialog.signIn(account);
    await pat.sees('Invalid email or password. Please check your credentials and try again.');
    await dialog.signIn(renewed);
    await dialog.dialog.waitFor({ state: 'detached' });
    await pat.page.goto('/game-history');
    await pat.page.getByRole('heading', { name: 'Game History' }).waitFor();
  });
});
