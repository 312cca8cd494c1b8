/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core';

declare global {
  interface Window {
    holdsTimeouts?: boolean;
  }
}

/** A verdict on a phone, a wrong answer and a result on the stage: how long each is shown. */
const TRANSIENT_MS = [2_600, 2_400, 7_000];
/** Longer than a test. */
const HELD_MS = 600_000;

/** Lets a test keep on the page what is shown for a moment only. Call it before the first page is opened. */
export const withHeldTimeouts = (context: BrowserContext) =>
  context.addInitScript(
    ([transient, held]) => {
      const start = window.setTimeout.bind(window);
      const patched = (run: () => void, ms?: number) =>
        start(run, window.holdsTimeouts && transient.includes(ms ?? 0) ? held : ms);
      Object.defineProperty(window, 'setTimeout', { value: patched });
    },
    [TRANSIENT_MS, HELD_MS] as const,
  );

export const holdTimeouts = (page: Page, holds: boolean) =>
  page.evaluate((value) => {
    window.holdsTimeouts = value;
  }, holds);
