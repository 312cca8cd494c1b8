/// <reference lib="dom" />
import { playerOf } from '../../e2e/support/player.js';
import { PreparedGame } from '../../e2e/support/prepared-game.js';
import { delayedLine } from '../../harness/delayed-line.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { withBrowser } from '../browser/open-page.js';

declare global {
  interface Window {
    /** On this page's clock, when the name could be typed, when it was sent, and when the lobby was drawn. */
    formMs?: number;
    tapMs?: number;
    lobbyMs?: number;
  }
}

const ROUND_TRIP_MS = 300;
/** 1.6 Mbit/s. */
const BYTES_PER_MS = 200;
const TURNS = 5;
const FORM_MS = 1_600;
const SEAT_MS = 600;

export const benchmark: Benchmark = {
  what: 'how long a new phone on a slow network waits for the join form and, from its tap, for a seat',
  run: () =>
    withBrowser({}, async ({ product, arrive }) => {
      const line = await delayedLine(product.port, ROUND_TRIP_MS / 2, {
        bytesPerMs: BYTES_PER_MS,
        opensAfterMs: ROUND_TRIP_MS,
      });
      try {
        const game = await PreparedGame.create(product.url, { started: false });
        const formMs: number[] = [];
        const seatMs: number[] = [];
        for (let turn = 0; turn < TURNS; turn++) {
          const phone = playerOf(await arrive(`Ada ${turn}`, { url: `http://localhost:${line.port}` }));
          const { page } = phone.person;
          await page.addInitScript(() => {
            // Playwright looks again only after up to half a second.
            new MutationObserver(() => {
              if (document.querySelector('input[name="name"]:enabled')) window.formMs ??= performance.now();
              if (document.querySelector('[data-testid="buzzer"][data-state="lobby"]'))
                window.lobbyMs ??= performance.now();
            }).observe(document, { attributes: true, childList: true, subtree: true });
            addEventListener('submit', () => (window.tapMs = performance.now()), { capture: true });
          });
          await line.delayed(async () => {
            await page.goto(`/?code=${game.code}`);
            await page.getByRole('heading', { name: 'Ruth’s game' }).waitFor();
            await page.getByLabel('Your Name').fill(`Ada ${turn}`);
            await page.waitForLoadState('networkidle');
            await phone.person.button('Join Game').click();
            await phone.becomes('lobby');
            const [form, tap, lobby] = await page.evaluate(() => [window.formMs, window.tapMs, window.lobbyMs]);
            formMs.push(form ?? NaN);
            seatMs.push((lobby ?? NaN) - (tap ?? NaN));
          });
          await phone.person.leave();
        }
        game.disconnect();
        const figures = { formMs: median(formMs), seatMs: median(seatMs) };
        return {
          ratio: Math.max(figures.formMs / FORM_MS, figures.seatMs / SEAT_MS),
          target: 1,
          reference: `${FORM_MS} ms until the form and ${SEAT_MS} ms from the tap to the seat`,
          figures,
        };
      } finally {
        line.close();
      }
    }),
};
