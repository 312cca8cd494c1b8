import { randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { auditScreen } from './support/audit-screen.js';
import { newGuest, signedIn } from './support/members.js';
import { uniqueWord } from './support/prepared-template.js';
import { test } from './support/test.js';

const ADMIN_CALLS = /\/api\/admin\//;

describe('accessibility of feedback and admin pages in dark and light', () => {
  test('feedback form has no accessibility barriers', async ({ guest }) => {
    const pia = await guest('Pia', { localStorage: { 'earworm.color-scheme': 'light' } });
    await pia.page.goto('/');
    await pia.page.locator('html[data-mantine-color-scheme="light"]').waitFor();
    await pia.button('Send Feedback').click();
    const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
    await form.getByLabel('Title').fill('Louder applause');
    await form.getByLabel('Description').fill('When somebody is right.');
    expect(await auditScreen(pia.page)).toEqual([]);
  });

  test('admin pages have no accessibility barriers, also once the role is lost', async ({ product, arrive }) => {
    const title = uniqueWord('Louder ');
    const sender = await newGuest(product.url);
    await sender.http.call('submitFeedback', {
      body: { feedbackId: randomUUID(), type: 'feature', title, description: 'Please!', gameVersion: '1' },
    });
    const ada = await arrive('Ada', { signedInAs: await signedIn(product.url, FIRST_ADMIN) });
    const { page } = ada;
    await page.goto(`/admin/feedback?search=${encodeURIComponent(title)}`);
    await ada.button(`Open ${title}`).click();
    await page.getByRole('dialog', { name: title }).waitFor();
    expect(await auditScreen(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await auditScreen(page)).toEqual([]);

    // From now on the services see a token without the role.
    await page.route(ADMIN_CALLS, (route) =>
      route.continue({
        headers: { ...route.request().headers(), authorization: `Bearer ${sender.tokens.access_token}` },
      }),
    );
    const [refused] = await Promise.all([
      page.waitForResponse((answer) => /\/api\/admin\/feedback\?.*applause/.test(answer.url())),
      page.getByLabel('Search').fill('applause'),
    ]);
    expect(refused.status()).toBe(403);
    await ada.sees('Limited access');
    expect(await page.getByRole('alert').innerText()).toContain('Your account has no access to the feedback');
    expect(await page.getByText(title).count()).toBe(0);
    expect(await auditScreen(page)).toEqual([]);

    await page.goto('/analytics');
    await ada.sees('Your account has no access to the analytics');
    expect(await auditScreen(page)).toEqual([]);
    await page.unroute(ADMIN_CALLS);
    await page.route(ADMIN_CALLS, (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('The analytics could not be loaded.').waitFor();
    expect(await auditScreen(page)).toEqual([]);
    await page.unroute(ADMIN_CALLS);
    await ada.button('Try again').click();
    await page.getByTestId('total-people').waitFor();
  });
});
