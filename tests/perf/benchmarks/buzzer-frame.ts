/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { storedTokens } from '../../e2e/support/members.js';
import { playerOf } from '../../e2e/support/player.js';
import { PreparedGame } from '../../e2e/support/prepared-game.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { throttle, withBrowser } from '../browser/open-page.js';
import { visibleRatio } from '../interleaved-runs.js';

const BUZZES = 8;
/** A phone is that far from the server and back; on one machine the answer would come before the frame. */
const ROUND_TRIP_MS = 40;

/** Presses the armed buzzer, or a copy that only changes its colour, as no page could do with less; ms until that is drawn. */
const drawnAfter = (page: Page, on: 'buzzer' | 'copy') =>
  page.evaluate(async (which) => {
    const buzzer = document.querySelector<HTMLElement>('[data-testid="buzzer"]');
    if (!buzzer) throw new Error('no buzzer');
    const { left, top, width, height } = buzzer.getBoundingClientRect();
    const copy = buzzer.cloneNode(true) as HTMLElement;
    Object.assign(copy.style, { position: 'fixed', left: `${left}px`, top: `${top}px` });
    Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, margin: '0' });
    copy.addEventListener('pointerdown', () => (copy.dataset['state'] = 'sent'));
    if (which === 'copy') {
      buzzer.parentElement?.append(copy);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    }
    const button = which === 'copy' ? copy : buzzer;
    const pressedAt = performance.now();
    const drawn = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect();
        // What changed now is on the screen with the next frame at the latest.
        requestAnimationFrame(() => resolve(performance.now() - pressedAt));
      }).observe(button, { attributes: true, attributeFilter: ['data-state'] });
    });
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'touch' }));
    const ms = await drawn;
    copy.remove();
    return ms;
  }, on);

export const benchmark: Benchmark = {
  what: 'from the touch to the drawn frame of the buzzer, on a phone with a quarter of this machine’s speed',
  run: () =>
    withBrowser({}, async ({ product, arrive }) => {
      const game = await PreparedGame.create(product.url, { board: 'starter', players: ['Ada'] });
      const seat = game.seat('Ada');
      game.disconnect(seat);
      const ada = playerOf(await arrive('Ada', { localStorage: { ...storedTokens(seat.member), ...seat.marks } }));
      await ada.person.context.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => setTimeout(() => socket.send(message), ROUND_TRIP_MS));
      });
      await ada.person.page.goto(`/game/${game.gameId}`);
      await (
        await throttle(ada.person)
      )(4);
      const presses = { small: [] as number[], large: [] as number[] };
      while (presses.large.length < BUZZES) {
        if (presses.large.length > 0) await game.judge(true);
        await game.pick();
        await ada.becomes('armed');
        presses.small.push(await drawnAfter(ada.person.page, 'copy'));
        presses.large.push(await drawnAfter(ada.person.page, 'buzzer'));
        await ada.becomes('first');
      }
      game.disconnect();
      const figures = { pressMs: median(presses.large), copyMs: median(presses.small) };
      return { ratio: visibleRatio(presses), target: 1.5, reference: 'a button that only changes its colour', figures };
    }),
};
