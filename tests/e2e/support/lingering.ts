/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core';

declare global {
  interface Window {
    lingers?: boolean;
  }
}

/** A verdict on a phone, a wrong answer and a result on the stage: how long each is shown. */
const PASSING_MS = [2_600, 2_400, 7_000];
/** Longer than any look at it takes. */
const LINGERING_MS = 600_000;

/** What passes by on this person's pages can be told to stay; to be said before the first page is opened. */
export const withLingering = (context: BrowserContext) =>
  context.addInitScript(
    ([passing, lingering]) => {
      const start = window.setTimeout.bind(window);
      const patched = (run: () => void, ms?: number) =>
        start(run, window.lingers && passing.includes(ms ?? 0) ? lingering : ms);
      Object.defineProperty(window, 'setTimeout', { value: patched });
    },
    [PASSING_MS, LINGERING_MS] as const,
  );

export const lingerOn = (page: Page, lingers: boolean) =>
  page.evaluate((so) => {
    window.lingers = so;
  }, lingers);
