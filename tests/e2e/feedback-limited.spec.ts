import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from './support/barriers.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { shownFor } from './support/shown-for.js';
import { ADMIN_ENV, FIRST_ADMIN, visitorOf } from './support/visitor.js';

const ADMINS = /\/api\/admin\//;

/** The page stays as it is; the real services now see a token without the role. */
async function loseRole(page: Page): Promise<void> {
  const guest = await page.request.post('/api/identity/guest', { data: {} });
  const { access_token: token } = (await guest.json()) as { access_token: string };
  await page.route(ADMINS, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  );
}

describe.each(['dark', 'light'])('feedback in the %s theme', (scheme) => {
  let pia: Person;
  let ada: Person;
  const step = storyOf(() => [pia, ada].filter(Boolean));

  opening(async (arrive) => {
    [pia, ada] = await Promise.all([arrive('Pia'), arrive('Ada')]);
    for (const { context } of [pia, ada])
      await context.addInitScript((theme) => localStorage.setItem('earworm.color-scheme', theme), scheme);
  }, ADMIN_ENV);

  it(
    ...step('is written without a barrier, and thanked for during two seconds', async () => {
      await pia.page.goto('/');
      await pia.button('Send Feedback').click();
      await visitorOf(pia).press('Continue as Guest');
      const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
      await form.getByLabel('Title').fill('Louder applause');
      await form.getByLabel('Description').fill('When somebody is right.');
      expect(await barriers(pia)).toEqual([]);
      const thanked = shownFor(pia.page, 'Thank you for your feedback!');
      await form.getByRole('button', { name: 'Send Feedback' }).click();
      await form.waitFor({ state: 'detached' });
      const { byClock, byTicks } = await thanked;
      expect(byClock).toBeGreaterThan(1_500);
      expect(byTicks).toBeLessThan(4_000);
    }),
  );

  it(
    ...step('is read, opened and answered by an admin without a barrier', async () => {
      await ada.page.goto('/admin/feedback');
      await visitorOf(ada).signIn(FIRST_ADMIN);
      await ada.button('Open Louder applause').click();
      await ada.page.getByRole('dialog', { name: 'Louder applause' }).waitFor();
      expect(await barriers(ada)).toEqual([]);
      await ada.page.keyboard.press('Escape');
      await ada.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await barriers(ada)).toEqual([]);
    }),
  );

  it(
    ...step('is no longer shown to somebody whose role is gone while the page is open: limited access', async () => {
      const { page } = ada;
      await loseRole(page);
      const [refused] = await Promise.all([
        page.waitForResponse((answer) => /\/api\/admin\/feedback\?.*applause/.test(answer.url())),
        page.getByLabel('Search').fill('applause'),
      ]);
      expect(refused.status()).toBe(403);
      await ada.sees('Limited access');
      expect(await page.getByRole('alert').innerText()).toContain('Your account may not read feedback');
      expect(await page.getByText('Louder applause').count()).toBe(0);
      expect(await barriers(ada)).toEqual([]);
      await page.reload();
      await ada.sees('Limited access');
    }),
  );

  it(
    ...step('nor are the mails, the reports and the figures', async () => {
      for (const [path, what] of [
        ['/admin/outbox', 'the outbox'],
        ['/library/reports', 'the reports'],
      ] as const) {
        await ada.page.goto(path);
        await ada.sees(`Your account may not read ${what}`);
        expect(await ada.button('Try again').count()).toBe(0);
      }
      await ada.page.goto('/analytics');
      await ada.sees('Your account may not read the figures');
      expect(await barriers(ada)).toEqual([]);
    }),
  );

  it(
    ...step('that cannot be read can be asked for again', async () => {
      const { page } = ada;
      await page.unroute(ADMINS);
      await page.route(ADMINS, (route) => route.abort());
      await page.reload();
      await page.getByRole('alert').getByText('The figures could not be read.').waitFor();
      expect(await barriers(ada)).toEqual([]);
      await page.unroute(ADMINS);
      await ada.button('Try again').click();
      await page.getByTestId('total-people').waitFor();
    }),
  );
});
