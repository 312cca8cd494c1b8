/// <reference lib="dom" />
import { expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { PATHS } from '@earworm/contracts';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { newAccount, newRegisteredUser } from '../e2e/support/members.js';
import type { Person } from '../e2e/support/person.js';
import { describeWithProvider } from './support/describe-with-provider.js';
import { leaveForProvider, offerSingleSignOn, providersPage } from './support/single-sign-on.js';

const ADMIN_RETRY_MS = 1_000;

const history = ({ page }: Person) => page.getByRole('heading', { name: 'Game History' });
/** The tokens and marks of the product are lost; the cookies of the provider are not. */
const forgetProduct = ({ page }: Person) => page.evaluate(() => localStorage.clear());

describeWithProvider('single sign-on', ({ test, hosts }) => {
  const arrival = { viewport: { width: 1280, height: 800 }, hosts, prepare: offerSingleSignOn };

  test('an account signs in on the provider’s page and comes back to the page that was wanted', async (scene) => {
    const { account } = await newRegisteredUser(scene.product.url, 'Pat');
    if (!account) throw new Error('a registered user has an account');
    const pat = await scene.arrive('Pat', arrival);
    await pat.page.goto('/my-templates?page=1');
    await leaveForProvider(pat);
    const provider = providersPage(pat.page);
    await provider.waitForPage();
    await provider.signIn(account);
    await pat.page.getByRole('heading', { name: 'My Templates' }).waitFor();
    const { pathname, search, hash } = new URL(pat.page.url());
    expect(pathname + search + hash).toBe('/my-templates?page=1');
    await pat.page.getByRole('banner').getByText('Pat', { exact: true }).waitFor();
    // The server knows the token as well, and renews it.
    const renewed = pat.page.waitForResponse(`**${PATHS.token.path}`);
    await pat.page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as object;
      localStorage.setItem('earworm.tokens', JSON.stringify({ ...stored, expiresAt: Date.now() }));
    });
    await pat.page.goto('/game-history');
    expect((await renewed).status()).toBe(200);
    await history(pat).waitFor();
  });

  test('an admin who signs in on the provider’s page has the role', async ({ arrive }) => {
    const ann = await arrive('Ann', arrival);
    await ann.page.goto('/admin/outbox');
    await leaveForProvider(ann);
    await providersPage(ann.page).signIn(FIRST_ADMIN);
    await ann.page.getByRole('heading', { name: 'Mail Outbox' }).waitFor();
    await ann.sees('No mail server is configured.');
  });

  test('an account with an admin’s address asks three times for the role after single sign-on, and not again', async ({
    arrive,
  }) => {
    const { email, password } = newAccount('Pat');
    const account = { email: email.replace('@', '@admin.'), password };
    const pat = await arrive('Pat', { ...arrival, clock: true });
    const { page } = pat;
    await page.request.post(PATHS.signUp.path, { data: { displayName: 'Pat', ...account } });
    let renewals = 0;
    page.on('response', (answer) => (renewals += Number(new URL(answer.url()).pathname === PATHS.token.path)));
    await page.goto('/game-history');
    await leaveForProvider(pat);
    await providersPage(page).signIn(account);
    await history(pat).waitFor();
    await eventually(() => expect(renewals).toBe(3));
    await page.clock.runFor(10 * ADMIN_RETRY_MS);
    expect(renewals).toBe(3);
  });

  test('the provider asks nothing while its session lasts, and asks again after a sign-out', async (scene) => {
    const { account } = await newRegisteredUser(scene.product.url, 'Pat');
    if (!account) throw new Error('a registered user has an account');
    const pat = await scene.arrive('Pat', arrival);
    const provider = providersPage(pat.page);
    await pat.page.goto('/game-history');
    await leaveForProvider(pat);
    await provider.signIn(account);
    await history(pat).waitFor();

    await forgetProduct(pat);
    await pat.page.goto('/game-history');
    await leaveForProvider(pat);
    await history(pat).waitFor();

    const signedOut = pat.page.waitForResponse(`**${PATHS.signOut.path}`);
    await pat.page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    expect((await signedOut).status()).toBe(200);
    // Then nothing of the product asks the provider to be strict: it has to have ended its own session.
    await forgetProduct(pat);
    await pat.page.goto('/game-history');
    await leaveForProvider(pat);
    await provider.signIn(account);
    await history(pat).waitFor();
  });

  test('a user who goes back from the provider’s page is not signed in and can start again', async (scene) => {
    const { account } = await newRegisteredUser(scene.product.url, 'Pat');
    if (!account) throw new Error('a registered user has an account');
    const pat = await scene.arrive('Pat', arrival);
    const provider = providersPage(pat.page);
    await pat.page.goto('/');
    await pat.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await leaveForProvider(pat);
    await provider.waitForPage();
    await pat.page.goBack();
    await pat.page.getByRole('tab', { name: 'Join Game' }).waitFor();
    await pat.page.goto('/game-history');
    await leaveForProvider(pat);
    await provider.signIn(account);
    await pat.page.getByRole('banner').getByText('Pat', { exact: true }).waitFor();
  });

  test('a user whom the provider sends back without a sign-in sees a message and stays signed out', async ({
    arrive,
  }) => {
    const pat = await arrive('Pat', arrival);
    // The provider refuses: it may not show its page, and has no session.
    await pat.context.route('**/protocol/openid-connect/auth?**', (route) =>
      route.continue({ url: `${route.request().url()}&prompt=none` }),
    );
    await pat.page.goto('/terms');
    await pat.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await leaveForProvider(pat);
    await pat.page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await pat.page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    expect(new URL(pat.page.url()).hash).toBe('');
    expect(new URL(pat.page.url()).pathname).toBe('/terms');
  });
});
