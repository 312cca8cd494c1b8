/// <reference lib="dom" />
import type { BrowserContext, Locator, Page } from 'playwright-core';

/** What a buzzer shows for two seconds and a half, which is over when a slow machine looks. */
const PASSING: readonly string[] = ['right', 'wrong'];

/** Notes on the page what has passed by; to be said before the first page is opened. */
export const withPassing = (context: BrowserContext) =>
  context.addInitScript((passing) => {
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || target.dataset['testid'] !== 'buzzer') continue;
        const state = target.dataset['state'] ?? '';
        const noted = document.body.dataset;
        if (passing.includes(state)) noted['passed'] = `${noted['passed'] ?? ''} ${state}`;
      }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
  }, PASSING);

/** The buzzer while it is in a state; in a passing one also after it was, until that is forgotten. */
export const buzzerIn = (page: Page, state: string): Locator =>
  page.locator(`[data-testid="buzzer"][data-state="${state}"], body[data-passed~="${state}"]`).first();

/** What has passed by so far was seen. */
export const forgetPassed = (page: Page) => page.evaluate(() => document.body.removeAttribute('data-passed'));
