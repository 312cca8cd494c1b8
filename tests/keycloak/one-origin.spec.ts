/// <reference lib="dom" />
import { afterAll, beforeAll, expect } from '@jest/globals';
import { PATHS } from '@earworm/contracts';
import { newRegisteredUser } from '../e2e/support/members.js';
import { newRealm } from '../harness/keycloak-server.js';
import { type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { leaveForProvider, providersPage } from '../identity/support/single-sign-on.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';
import { OneOrigin } from './support/one-origin.js';

const START_WITHIN_MS = 180_000;

describeWithKeycloak('Keycloak on the origin of the product', (keycloak, _, on) => {
  let proxy: OneOrigin;
  let product: Product;
  beforeAll(async () => {
    proxy = await OneOrigin.before(keycloak.url);
    const { port, env } = await newRealm(keycloak, { origins: [proxy.url] });
    product = await startProduct({ port, env: { ...RAISED_LIMITS, ...env, KEYCLOAK_URL: proxy.url } });
    proxy.leadTo(product.url);
  }, START_WITHIN_MS);
  afterAll(async () => {
    await product?.stop();
    proxy?.close();
  }, START_WITHIN_MS);

  on(() => ({ url: proxy.url, dataDir: product.dataDir }))(
    'an account signs in by redirect, and its token and that of a guest are renewed by the product',
    async ({ arrive, guest }) => {
      const { account } = await newRegisteredUser(proxy.url, 'Pat');
      const pat = await arrive('Pat', { viewport: { width: 1280, height: 800 } });
      await pat.page.goto('/game-history');
      await leaveForProvider(pat);
      await providersPage(pat.page).signIn(account ?? { email: '', password: '' });
      await pat.page.getByRole('heading', { name: 'Game History' }).waitFor();
      const gast = await guest('Gast');
      for (const { page } of [pat, gast]) {
        await page.goto('/terms');
        await page.evaluate(() => {
          const stored = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as object;
          localStorage.setItem('earworm.tokens', JSON.stringify({ ...stored, expiresAt: Date.now() }));
        });
        const renewed = page.waitForResponse(`**${PATHS.token.path}`);
        await page.goto('/my-templates');
        expect((await renewed).status()).toBe(200);
        await page.getByRole('heading', { name: 'My Templates' }).waitFor();
      }
    },
  );
});
