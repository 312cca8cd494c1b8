/// <reference lib="dom" />
import { afterAll, beforeAll, expect } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';
import { newGuest, newRegisteredUser } from '../e2e/support/members.js';
import { describeWithProvider } from './support/describe-with-provider.js';
import type { Installation } from './support/start-product.js';

const START_WITHIN_MS = 180_000;
const COMPUTER = { viewport: { width: 1280, height: 800 } };
const LIFETIME_S = 5;

/** When the token ends that a page has kept, s since the epoch. */
const tokenEndsAt = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { access } = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as { access?: string };
    const payload = (access?.split('.')[1] ?? btoa('{}')).replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(atob(payload)) as { exp?: number }).exp ?? 0;
  });

describeWithProvider('sessions with tokens of five seconds', ({ install, testOn }) => {
  let installation: Installation;
  beforeAll(async () => {
    // A connection that is not renewed ends soon after its token.
    installation = await install({ tokenSeconds: LIFETIME_S, env: { TOKEN_GRACE_MS: '3000' } });
  }, START_WITHIN_MS);
  afterAll(() => installation?.remove(), START_WITHIN_MS);
  const test = testOn(() => installation.product);

  test('an account moderates its game over three lifetimes of its token, which is renewed meanwhile', async (scene) => {
    const member = await newRegisteredUser(scene.product.url, 'Ruth');
    const game = await scene.game({ moderatedBy: member, players: ['Ada'] });
    const ruth = await scene.desk(game, COMPUTER);
    const { page } = ruth.person;
    await page.getByTestId('pick-panel').waitFor();
    const firstEndsAt = await tokenEndsAt(page);
    expect(firstEndsAt).toBeGreaterThan(0);
    const hasRenewedThrice = async () => expect(await tokenEndsAt(page)).toBeGreaterThan(firstEndsAt + 3 * LIFETIME_S);
    await eventually(hasRenewedThrice, 60_000);
    await ruth.pickAny();
    await page.goto('/game-history');
    await page.getByRole('heading', { name: 'Game History' }).waitFor();
    // The one that she came with is over.
    await expect(member.http.call('history', {})).rejects.toThrow(RefusedError);
  });

  test('after a restart a session that was ended is over, and those of others go on', async ({ arrive, product }) => {
    const [ada, bea, guest] = await Promise.all([
      newRegisteredUser(product.url, 'Ada'),
      newRegisteredUser(product.url, 'Bea'),
      newGuest(product.url),
    ]);
    await ada.http.call('signOut', { body: { refreshToken: ada.tokens.refresh_token } });
    await installation.restart();

    const whoIs = async (name: string, signedInAs: typeof ada) => {
      const person = await arrive(name, { ...COMPUTER, signedInAs, url: product.url });
      await person.page.goto('/my-templates');
      return person.page.getByRole('banner');
    };
    await (await whoIs('Bea', bea)).getByText('Bea', { exact: true }).waitFor();
    await (await whoIs('Guest', guest)).getByText('Guest', { exact: true }).waitFor();
    await (await whoIs('Ada', ada)).getByRole('button', { name: 'Sign In' }).waitFor();
  });
});
