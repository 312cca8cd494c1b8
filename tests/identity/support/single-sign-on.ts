/// <reference lib="dom" />
import { PATHS } from '@earworm/contracts';
import type { Page } from 'playwright-core';
import type { Person } from '../../e2e/support/person.js';
import { type Account, signInDialogOf } from '../../e2e/support/sign-in-dialog.js';

/** Addresses of the product's own pages have no such part. */
const PROVIDERS_PAGES = /\/realms\//;

/** A product offers single sign-on only with an external provider; the way there and back is the same with all of them. */
export async function offerSingleSignOn({ context }: Person): Promise<void> {
  await context.route(`**${PATHS.about.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), singleSignOn: true } });
  });
}

/** Leaves for the provider's page from the dialog that is open. */
export const leaveForProvider = (person: Person) => signInDialogOf(person).press('Continue with single sign-on');

/** The provider's page. */
export const providersPage = (page: Page) => {
  const waitForPage = () => page.waitForURL(PROVIDERS_PAGES);
  return {
    waitForPage,
    async signIn({ email, password }: Account) {
      await waitForPage();
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: /^Sign in$/i }).click();
    },
  };
};
