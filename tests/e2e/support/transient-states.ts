/// <reference lib="dom" />
import type { BrowserContext, Locator, Page } from 'playwright-core';

/** States that a buzzer shows for 2.5 seconds: too short to be seen by a test on a slow machine. */
const TRANSIENT: readonly string[] = ['right', 'wrong'];

/** Keeps a mark of each transient state on the page. Call it before the first page is opened. */
export const recordTransientStates = (context: BrowserContext) =>
  context.addInitScript((transient) => {
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || target.dataset['testid'] !== 'buzzer') continue;
        const state = target.dataset['state'] ?? '';
        const marks = document.body.dataset;
        if (transient.includes(state)) marks['passed'] = `${marks['passed'] ?? ''} ${state}`;
      }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
  }, TRANSIENT);

/** The buzzer in a state; in a transient one also after it, until the mark is removed. */
export const buzzerIn = (page: Page, state: string): Locator =>
  page.locator(`[data-testid="buzzer"][data-state="${state}"], body[data-passed~="${state}"]`).first();

export const forgetTransientStates = (page: Page) => page.evaluate(() => document.body.removeAttribute('data-passed'));
