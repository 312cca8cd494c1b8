/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { storedTokens } from '../../e2e/support/members.js';
import { moderatorOf } from '../../e2e/support/moderator.js';
import { playerOf } from '../../e2e/support/player.js';
import { PreparedGame, type Seat } from '../../e2e/support/prepared-game.js';
import type { Benchmark } from '../benchmark.js';
import { withBrowser } from '../browser/open-page.js';
import { worst } from '../interleaved-runs.js';

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Of a layout shift's own measure: 0 is a page where nothing ever moves by itself. */
const TARGET = 0.05;
/** Late content arrives within this time, and a touch explains shifts for half a second. */
const SETTLED_MS = 2_000;

/** Cumulative layout shift as browsers define it: the worst window of unexplained shifts, at most 5 s long, without a pause of 1 s. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShift = 0;
    let [sum, began, last] = [0, -Infinity, -Infinity];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.hadRecentInput) continue;
        if (entry.startTime - last > 1_000 || entry.startTime - began > 5_000) [sum, began] = [0, entry.startTime];
        last = entry.startTime;
        sum += entry.value;
        window.layoutShift = Math.max(window.layoutShift ?? 0, sum);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function shiftOn(page: Page): Promise<number> {
  await pause(SETTLED_MS);
  return page.evaluate(() => window.layoutShift ?? NaN);
}

export const benchmark: Benchmark = {
  what: 'how much home, setup, desk and buzzer move by themselves while they load and during a round',
  run: () =>
    withBrowser({}, async ({ product, arrive }) => {
      const game = await PreparedGame.create(product.url, { board: 'starter', players: ['Ada'], started: false });
      game.disconnect();
      const open = async ({ name, member, marks }: Seat, viewport?: { width: number; height: number }) => {
        const person = await arrive(name, { viewport, localStorage: { ...storedTokens(member), ...marks } });
        await watchShifts(person.page);
        return person;
      };
      const ruth = moderatorOf(await open(game.moderator, { width: 1280, height: 720 }));
      const ada = playerOf(await open(game.seat('Ada')));
      const [desk, phone] = [ruth.person.page, ada.person.page];
      const figures: Record<string, number> = {};
      for (const [name, page] of [
        ['homeDesk', desk],
        ['homePhone', phone],
      ] as const) {
        await page.goto('/');
        await page.getByRole('button', { name: 'Join Game' }).waitFor();
        figures[name] = await shiftOn(page);
      }
      await desk.goto(`/setup/${game.gameId}`);
      await ruth.person.sees('Set up your game');
      figures['setup'] = await shiftOn(desk);
      await phone.goto(`/game/${game.gameId}`);
      await ada.becomes('lobby');
      await ruth.start();
      await ruth.pickAny();
      await ada.becomes('armed');
      await ada.buzz();
      await ruth.first('Ada');
      await ruth.judge('Right');
      await ada.becomes('wait');
      figures['roundPhone'] = await shiftOn(phone);
      figures['roundDesk'] = await shiftOn(desk);
      return { ratio: worst(figures) / TARGET, target: 1, reference: `a shift of ${TARGET}`, figures };
    }),
};
