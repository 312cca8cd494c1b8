/// <reference lib="dom" />
import type { Browser, CDPSession, Page } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { storedTokens } from '../../e2e/support/members.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { median } from '../../load/percentiles.js';
import { coresBetween, type Usage, usageOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { withBrowser } from '../browser/open-page.js';
import { playEvent } from '../event-night/played-event.js';

const BOUNDS = { core: 0.2, rssMB: 250, heapGrowthMB: 3, sortMs: 100, filterMs: 100 };
/** From then on the heap may not grow. */
const SETTLED_AFTER_MINUTES = 5;
const TURNS = 5;
const DRAWN_WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

/** Of the processes that draw pages, of which there is one. */
async function usageOfPages(browser: Browser): Promise<Usage | null> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return usageOf(pages.map(({ id: pid }) => ({ name: 'tab', pid, only: 'itself' as const })));
}

async function heapMB(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / MB;
}

/** Resolves with the milliseconds from the click on this choice until the tiles that then hold are drawn; rejects after some seconds. */
async function choose(
  page: Page,
  field: string,
  choice: string,
  isDone: 'fewer' | 'all' | 'reordered',
): Promise<number> {
  await page
    .getByRole('combobox', { name: field })
    .or(page.getByRole('textbox', { name: field }))
    .first()
    .click();
  await page.evaluate(
    ([wanted, withinMs]) => {
      const tiles = () => [...document.querySelectorAll('[data-room]')].map((tile) => tile.getAttribute('data-room'));
      const before = tiles();
      const holds = () => {
        const now = tiles();
        if (wanted === 'reordered') return now.length === before.length && now.some((room, at) => room !== before[at]);
        return wanted === 'fewer' ? now.length < before.length : now.length > before.length;
      };
      const drawn = new Promise<number>((resolve, reject) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (performance.now() - timeStamp > withinMs) return reject(new Error(`the tiles are not ${wanted}`));
              if (!holds()) return void requestAnimationFrame(look);
              // After this frame.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
      Object.assign(window, { drawn });
    },
    [isDone, DRAWN_WITHIN_MS] as const,
  );
  await page.getByRole('option', { name: choice, exact: true }).click();
  return page.evaluate(() => (window as unknown as { drawn: Promise<number> }).drawn);
}

export const benchmark = withOptions({
  what: 'the tab of a control room whose rooms are played: its CPU, its memory, and how long a sort and a filter take; with --minutes 35 also whether its heap grows',
  options: { rooms: 500, players: 8, minutes: SETTLED_AFTER_MINUTES },
  run: ({ rooms, players, minutes }) =>
    withBrowser({ env: { ...ADMIN_ENV, ...RAISED_LIMITS } }, async ({ product, browser, arrive }) => {
      const played = await playEvent(product.url, { rooms, players, struck: 1, unstarted: 0, minutes: minutes + 5 });
      try {
        const { page, context } = await arrive('Olga', {
          viewport: { width: 1280, height: 900 },
          localStorage: storedTokens(played.event.operator),
        });
        await page.goto(`/events/${played.event.showId}/control-room`);
        await page
          .locator('[data-room]')
          .nth(rooms - 1)
          .waitFor();
        const devtools = await context.newCDPSession(page);
        await devtools.send('Performance.enable');
        const before = await usageOfPages(browser);
        await pause(Math.min(SETTLED_AFTER_MINUTES, minutes) * MINUTE_MS);
        const after = await usageOfPages(browser);
        const heapAtFirstMB = await heapMB(devtools);
        await pause(Math.max(0, minutes - SETTLED_AFTER_MINUTES) * MINUTE_MS);
        const heapAtLastMB = await heapMB(devtools);
        const times = { sortMs: [] as number[], filterMs: [] as number[] };
        for (let turn = 0; turn < TURNS; turn++) {
          times.sortMs.push(await choose(page, 'Sort by', 'Quiet longest', 'reordered'));
          times.sortMs.push(await choose(page, 'Sort by', 'Number', 'reordered'));
          times.filterMs.push(await choose(page, 'Group', 'Hall 2', 'fewer'));
          times.filterMs.push(await choose(page, 'Group', 'All groups', 'all'));
        }
        const figures = {
          core: coresBetween(before, after)?.['tab'] ?? NaN,
          rssMB: (await usageOfPages(browser))?.rssMb ?? NaN,
          ...{ heapAtFirstMB, heapAtLastMB, heapGrowthMB: Math.abs(heapAtLastMB - heapAtFirstMB) },
          sortMs: median(times.sortMs),
          filterMs: median(times.filterMs),
          ...{ sortWorstMs: Math.max(...times.sortMs), filterWorstMs: Math.max(...times.filterMs) },
        };
        return {
          ratio: Math.max(
            ...Object.entries(BOUNDS).map(([name, bound]) => figures[name as keyof typeof BOUNDS] / bound),
          ),
          target: 1,
          reference: `${BOUNDS.core * 100} % of a core, ${BOUNDS.rssMB} MB, ${BOUNDS.heapGrowthMB} MB by which the heap differs from minute ${SETTLED_AFTER_MINUTES} to the last, ${BOUNDS.sortMs} ms for a sort and ${BOUNDS.filterMs} ms for a filter`,
          figures,
        };
      } finally {
        played.close();
      }
    }),
});
