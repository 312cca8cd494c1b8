/// <reference lib="dom" />
import type { Page } from 'playwright-core';

const TICK_MS = 50;

/**
 * For how long a page shows a text that is not there yet, ms. Counted in ticks of the page itself: where the machine
 * stands still neither they nor the page's own timers go on. To be called before what brings it, and awaited after.
 */
export const shownFor = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    ([awaited, tickMs]) =>
      new Promise<number>((gone) => {
        let ticks: number | null = null;
        const tick = () => {
          if (document.body.textContent.includes(awaited)) ticks = (ticks ?? -1) + 1;
          else if (ticks !== null) return gone(ticks * tickMs);
          setTimeout(tick, tickMs);
        };
        tick();
      }),
    [text, TICK_MS] as const,
  );
