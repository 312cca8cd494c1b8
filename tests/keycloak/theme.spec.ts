/// <reference lib="dom" />
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations } from '../e2e/support/axe-violations.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';

const LANGUAGES = [
  {
    locale: 'en',
    labels: ['Email', 'Password'],
    title: 'Sign In',
    button: 'Sign In',
    refused: 'Invalid email or password. Please check your credentials and try again.',
  },
  {
    locale: 'de',
    labels: ['E-Mail', 'Passwort'],
    title: 'Anmelden',
    button: 'Anmelden',
    refused: 'E-Mail oder Passwort ist falsch. Bitte prüfe deine Angaben und versuche es erneut.',
  },
] as const;

describeWithKeycloak("Keycloak's pages", (keycloak, test) => {
  const signInPage = (locale: string) =>
    `/realms/earworm/protocol/openid-connect/auth?${new URLSearchParams({
      client_id: 'earworm-web',
      redirect_uri: `${keycloak.imported.publicUrl}/`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      ui_locales: locale,
    })}`;
  const background = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

  for (const { locale, labels, title, button, refused } of LANGUAGES)
    test(`ask for e-mail and password in ${locale}, and refuse a wrong one in the words of the product`, async (scene) => {
      const ada = await scene.arrive('Ada', { bypassCSP: true });
      const { page } = ada;
      await page.goto(signInPage(locale));
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      expect(await axeViolations(ada)).toEqual([]);
      await page.getByLabel(labels[0], { exact: true }).fill('unknown@example.org');
      await page.getByLabel(labels[1], { exact: true }).fill('a-wrong-one');
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText(refused, { exact: true }).waitFor();
    });

  test("show the product's name, mark and colours", async (scene) => {
    const { page } = await scene.arrive('Ada');
    const mark = page.waitForResponse((response) => response.url().endsWith('/img/mark.svg'));
    await page.goto(signInPage('en'));
    expect((await mark).status()).toBe(200);
    expect(await page.title()).toBe('Earworm');
    expect(await page.locator('#kc-header').innerText()).toBe('earworm');
    expect(await background(page, 'main')).toBe('rgb(32, 23, 58)');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/earworm\/img\/favicon\.svg$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
