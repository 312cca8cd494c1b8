/// <reference lib="dom" />
import { PATHS } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { Request } from 'playwright-core';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { ADMIN_ENV, FIRST_ADMIN, visitorOf } from './support/visitor.js';

/** Looks like an admin by the address, and is none. */
const PAT = { email: 'pat@admin.example', password: 'secret-of-pat' };
const ADMIN_PAGES = ['/analytics', '/admin/operations', '/admin/feedback', '/admin/outbox', '/library/reports'];
const CATCHES_UP_WITHIN_MS = 30_000;

describe('what an admin sees beside everybody else’s pages', () => {
  let ann: Moderator;
  let pat: Person;
  let wire: Awaited<ReturnType<Person['onWire']>>;
  const step = storyOf(() => [ann.person, pat]);

  opening(async (arrive) => {
    ann = moderatorOf(await arrive('Ann'));
    pat = await arrive('Pat');
    wire = await ann.person.onWire();
    await ann.person.page.setViewportSize({ width: 1280, height: 800 });
  }, ADMIN_ENV);

  it(
    ...step('has a page that tries an admin’s sign-in with what is typed, and nothing is typed for them', async () => {
      const admin = ann.person;
      const fields = ['Email', 'Password'].map((name) => admin.page.getByRole('textbox', { name, exact: true }));
      const outcome = admin.page.getByRole('status', { name: 'Signed in now' });
      const signIn = async (email: string, password: string) => {
        await fields[0]?.fill(email);
        await fields[1]?.fill(password);
        await admin.button('Sign in and show the roles').click();
      };
      await admin.page.goto('/admin-auth-test');
      await outcome.getByText('Nobody is signed in on this device.').waitFor();
      expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual(['', '']);
      await signIn(FIRST_ADMIN.email, 'not-the-password');
      await admin.sees('Invalid email or password. Please check your credentials and try again.');
      await admin.sees(/Administrators: the first account/);
      await outcome.getByText('Nobody is signed in on this device.').waitFor();
      await signIn(FIRST_ADMIN.email, FIRST_ADMIN.password);
      await outcome.getByText('An admin: the admin pages are open.').waitFor();
      expect(await outcome.locator('dd').allInnerTexts()).toContain('registered, admin');
      await outcome.getByRole('link', { name: 'Open the admin pages' }).click();
      await admin.page.waitForURL('**/analytics');
    }),
  );

  it(
    ...step('fits every window, with all entries of its header or a menu of them', async () => {
      const { page: window } = ann.person;
      const fits = async (width: number, what: string) => {
        await window.setViewportSize({ width, height: 800 });
        const wanted = () => window.evaluate(() => document.documentElement.scrollWidth);
        await eventually(async () => expect({ what, wanted: await wanted() }).toEqual({ what, wanted: width }));
      };
      await window.goto('/game-history');
      for (const language of ['Deutsch', 'English']) {
        await window.getByRole('contentinfo').getByRole('button', { name: language }).click();
        await window.locator(`html[lang="${language.slice(0, 2).toLowerCase()}"]`).waitFor();
        for (const width of [360, 768, 991, 992, 1024, 1119, 1120, 1280]) {
          await fits(width, language);
          const isFolded = await window
            .getByRole('banner')
            .getByRole('button', { name: /^Men[uü]$/ })
            .isVisible();
          expect({ width, isFolded }).toEqual({ width, isFolded: width < 1120 });
        }
        for (const path of ['/', '/browse-templates', '/my-templates', ...ADMIN_PAGES]) {
          await window.goto(path);
          await window.getByRole('contentinfo').waitFor();
          for (const width of [360, 1024]) await fits(width, `${path} (${language})`);
        }
      }
    }),
  );

  const panel = (name: string) => ann.person.page.getByRole('region', { name });
  /** What a panel says, line by line. */
  const facts = async (name: string): Promise<Record<string, string>> => {
    const lines = await panel(name).locator('dl > div').allInnerTexts();
    return Object.fromEntries(lines.map((line) => line.split('\n').map((part) => part.trim()) as [string, string]));
  };

  it(
    ...step('shows an admin the claims of their token and when it ends', async () => {
      const { page: desk } = ann.person;
      await ann.person.button('Open the debug panels').click();
      await panel('Connection status').getByText('No game is open on this page.').waitFor();
      const claims = await desk.evaluate(() => {
        const { access } = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as { access: string };
        const payload = access.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '';
        return JSON.parse(atob(payload)) as { sub: string; email: string; realm_access: object };
      });
      const said = await facts('Authentication');
      expect(said).toMatchObject({ sub: claims.sub, realm_access: JSON.stringify(claims.realm_access) });
      const left = () =>
        facts('Authentication').then((now) => Number(/^in (\d+) s$/.exec(now['Token expires'] ?? '')?.[1]));
      const before = await left();
      expect(before).toBeGreaterThan(0);
      await eventually(async () => expect(await left()).toBeLessThan(before));
    }),
  );

  it(
    ...step(
      'shows an admin how the connection to a game is: its round trip, version, what was missed, resumes',
      async () => {
        await ann.createGame();
        await ann.person.sees('Set up your game');
        await ann.addCategory('Films');
        await ann.openQuestion('Films');
        await ann.typeQuestion({ link: 'https://youtu.be/aaaaaaaaaa1', answer: 'Alpha Song' });
        await ann.start();
        await ann.person.button('Open the debug panels').click();
        const status = 'Connection status';
        await eventually(
          async () => expect((await facts(status))['Round trip']).toMatch(/^\d+ ms$/),
          CATCHES_UP_WITHIN_MS,
        );
        const before = await facts(status);
        expect(before).toMatchObject({ State: 'online', Role: 'moderator', Missed: '0', Resumes: '0' });

        wire.loseNextEvents();
        const timeTrial = ann.person.page.getByRole('switch', { name: 'Time trial' });
        await timeTrial.click();
        await eventually(async () => expect((await facts(status))['Missed']).toBe('1'), CATCHES_UP_WITHIN_MS);
        await eventually(async () => expect((await facts(status))['Resumes']).toBe('1'), CATCHES_UP_WITHIN_MS);
        await eventually(async () => expect(await timeTrial.getAttribute('aria-checked')).toBe('true'));
        expect(Number((await facts(status))['Version'])).toBeGreaterThan(Number(before['Version']));

        await wire.cut();
        await eventually(async () => expect((await facts(status))['State']).not.toMatch(/^online/));
        wire.mend();
        await eventually(async () => expect((await facts(status))['Resumes']).toBe('2'), CATCHES_UP_WITHIN_MS);
        await eventually(async () => expect((await facts(status))['State']).toBe('online'));
      },
    ),
  );

  it(
    ...step('counts for an admin how often YouTube was asked for a video, every 10 s anew', async () => {
      const { page } = ann.person;
      const count = () => page.getByTestId('video-calls').innerText();
      const reset = () => panel('Video API calls').getByRole('button', { name: 'Reset' }).click();
      await ann.person.button('Close the debug panels').click();
      await ann.pickAny();
      await eventually(async () =>
        expect(await page.evaluate(() => localStorage.getItem('earworm.video-calls'))).toBe('1'),
      );
      await page.clock.install();
      await page.goto('/');
      await ann.person.button('Open the debug panels').waitFor();
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
      await ann.person.button('Open the debug panels').click();
      expect(await count()).toBe('1');
      // As another tab of this browser counts.
      await page.evaluate(() => localStorage.setItem('earworm.video-calls', '1234'));
      await page.clock.runFor(9_999);
      expect(await count()).toBe('1');
      await page.clock.runFor(1);
      await eventually(async () => expect(await count()).toBe('1,234'));
      await page.clock.resume();

      await reset();
      const dialog = page.getByRole('dialog', { name: 'Reset the counter?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await count()).toBe('1,234');
      await reset();
      await dialog.getByRole('button', { name: 'Reset' }).click();
      await dialog.waitFor({ state: 'detached' });
      await eventually(async () => expect(await count()).toBe('0'));
      expect(await page.evaluate(() => localStorage.getItem('earworm.video-calls'))).toBe(null);
    }),
  );

  it(
    ...step('says for an hour every five minutes that their session goes on', async () => {
      const { page } = ann.person;
      let beats = 0;
      page.on('request', (request) => (beats += Number(new URL(request.url()).pathname === PATHS.beatSession.path)));
      await page.goto('/');
      await eventually(() => expect(beats).toBe(1));
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
      for (let beat = 2; beat <= 13; beat++) {
        await page.clock.runFor(5 * 60_000);
        await eventually(() => expect(beats).toBe(beat));
      }
      await page.clock.resume();
      expect(ann.person.errors).toEqual([]);
    }),
  );

  const renewalsOf = ({ page }: Person) => {
    const renewals: Request[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('grant_type=refresh_token')) renewals.push(request);
    });
    return renewals;
  };

  it(
    ...step('asks three times, a second apart, whether whoever looks like an admin is one by now', async () => {
      const { page } = pat;
      const door = visitorOf(pat);
      await page.request.post(PATHS.signUp.path, { data: { displayName: 'Pat', ...PAT } });
      const renewals = renewalsOf(pat);
      const ways = {
        form: () => door.signIn(PAT),
        redirect: async () => {
          await door.press('Continue with single sign-on');
          // The page that is left has a field for an e-mail too.
          await pat.sees('to your Earworm account');
          await page.getByLabel('Email').fill(PAT.email);
          await page.getByLabel('Password').fill(PAT.password);
          await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        },
      };
      for (const signIn of [ways.form, ways.redirect]) {
        await page.goto('/game-history');
        await signIn();
        await page.getByRole('heading', { name: 'Game History' }).waitFor();
        await eventually(() => expect(renewals).toHaveLength(3), CATCHES_UP_WITHIN_MS);
        // Long enough for a fourth.
        await page.waitForTimeout(2_500);
        await Promise.all(renewals.map((request) => request.response()));
        const began = renewals.splice(0).map((request) => request.timing().startTime);
        expect(began).toHaveLength(3);
        const [first = 0, second = 0, third = 0] = began;
        for (const gap of [second - first, third - second]) expect(gap).toBeGreaterThan(990);
        await page.evaluate(() => localStorage.clear());
      }
    }),
  );

  it(
    ...step('hands a mail on that could not be sent: its link sets a new password, which signs in', async () => {
      const door = visitorOf(pat);
      await pat.page.goto('/game-history');
      await door.press('Forgot Password?');
      await door.type('Email', PAT.email);
      await door.press('Send Reset Link');
      await pat.sees('Password reset email sent. Check your inbox!');

      await ann.person.page.goto('/admin/outbox');
      const mail = ann.person.page.getByRole('listitem').filter({ hasText: PAT.email });
      const { pathname, search, hash } = new URL((await mail.getByRole('link').getAttribute('href')) ?? '');
      await pat.page.goto(pathname + search + hash);
      const renewed = { ...PAT, password: 'another-secret-of-pat' };
      await door.type('New Password', renewed.password);
      await door.type('Confirm Password', renewed.password);
      await door.press('Set New Password');
      await pat.sees('Your new password is set. Sign in with it.');
      await door.signIn(PAT);
      await pat.sees('Invalid email or password. Please check your credentials and try again.');
      await door.signIn(renewed);
      await door.dialog.waitFor({ state: 'detached' });
      await pat.page.goto('/game-history');
      await pat.page.getByRole('heading', { name: 'Game History' }).waitFor();
      expect(pat.errors).toEqual([]);
    }),
  );
});
