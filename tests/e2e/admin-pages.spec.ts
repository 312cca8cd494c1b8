/// <reference lib="dom" />
import { PATHS } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { newRegisteredUser, signedIn } from './support/members.js';
import type { ArrivalOptions, Wire } from './support/person.js';
import { type Scene, test } from './support/test.js';

const COMPUTER = { viewport: { width: 1280, height: 800 } };
/** With a heading of each. */
const PAGES = [
  ['/game-history', 'Game History'],
  ['/', 'Hear it.'],
  ['/browse-templates', 'Game Library'],
  ['/my-templates', 'My Templates'],
  ['/analytics', 'Analytics'],
  ['/admin/operations', 'Live Operations'],
  ['/admin/feedback', 'Feedback'],
  ['/admin/outbox', 'Mail Outbox'],
  ['/library/reports', 'Reported templates'],
  ['/admin/accounts', 'Accounts'],
  ['/admin/audit', 'Audit log'],
  ['/admin/erasures', 'Erased games'],
] as const;
const HEARTBEAT_MS = 5 * 60_000;

const anAdmin = async ({ product, arrive }: Scene, options?: ArrivalOptions) =>
  arrive('Ann', { ...COMPUTER, ...options, signedInAs: await signedIn(product.url, FIRST_ADMIN) });

describe('pages of an admin', () => {
  test('pages fit every window width in English and German, with a folded header below 1200 px', async (scene) => {
    const ann = await anAdmin(scene);
    const { page } = ann;
    const menu = page.getByRole('banner').getByRole('button', { name: /^Men[uü]$/ });
    const fits = async (width: number, what: string) => {
      await page.setViewportSize({ width, height: 800 });
      const wanted = () => page.evaluate(() => document.documentElement.scrollWidth);
      await eventually(async () => expect({ what, wanted: await wanted() }).toEqual({ what, wanted: width }));
    };
    await page.goto('/');
    for (const [path, heading] of PAGES) {
      await ann.follow(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      for (const language of ['Deutsch', 'English']) {
        await page.getByRole('contentinfo').getByRole('button', { name: language }).click();
        await page.locator(`html[lang="${language.slice(0, 2).toLowerCase()}"]`).waitFor();
        const widths = path === '/game-history' ? [360, 768, 991, 992, 1024, 1199, 1200, 1280] : [360, 1024];
        for (const width of widths) {
          await fits(width, `${path} (${language})`);
          if (path !== '/game-history') continue;
          expect({ width, isFolded: await menu.isVisible() }).toEqual({ width, isFolded: width < 1200 });
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
    await ann.sees(`${name}’s account is disabled.`);
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

  test('the closed debug panels lie beside the fields of a page, also on a phone', async (scene) => {
    const ann = await anAdmin(scene, { viewport: { width: 390, height: 844 } });
    const { page } = ann;
    await page.goto('/');
    const tab = (await ann.button('Open the debug panels').boundingBox())!;
    for (const field of ['Game Code', 'Your Name']) {
      const { x } = (await page.getByLabel(field).boundingBox())!;
      expect(x).toBeGreaterThan(tab.x + tab.width + 2);
    }
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
});
