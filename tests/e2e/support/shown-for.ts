/// <reference lib="dom" />
import type { Page } from 'playwright-core';

const TICK_MS = 50;

/**
 * For how long a page shows a text, ms. On a busy machine the clock says more than the page was given, and its ticks
 * come later than they should and are fewer: the truth is between the two.
 */
export interface ShownFor {
  readonly byClock: number;
  readonly byTicks: number;
}

/** Of a text that is not there yet. To be called before what brings it, and awaited after. */
export const shownFor = (page: Page, text: string): Promise<ShownFor> =>
  page.evaluate(
    ([awaited, tickMs]) =>
      new Promise<ShownFor>((gone) => {
        let since: number | null = null;
        let ticks = 0;
        const look = () => {
          const isThere = document.body.textContent.includes(awaited);
          if (isThere) since ??= performance.now();
          if (isThere || since === null) return;
          clearInterval(clock);
          changes.disconnect();
          gone({ byClock: performance.now() - since, byTicks: ticks * tickMs });
        };
        const clock = setInterval(() => {
          if (since !== null) ticks++;
        }, tickMs);
        const changes = new MutationObserver(look);
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    [text, TICK_MS] as const,
  );
