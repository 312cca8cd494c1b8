/// <reference lib="dom" />
import { atBest } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAlike, type SideBySide } from './support/in-turns.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { playerOf, type Player } from './support/player.js';

declare global {
  interface Window {
    shifted?: number;
  }
}

/** Of a layout shift's own measure: 0 is a page where nothing ever moves by itself. */
const SHIFT_MAX = 0.05;
const DESK = { width: 1280, height: 720 };
const PRESSES = 8;
/** A phone is that far from the server and back; on one machine the answer would come before the frame. */
const AWAY_MS = 40;

/**
 * Cumulative layout shift as browsers define it: the worst window of shifts that nobody's touch explains, at most 5 s
 * long and without a pause of 1 s. To be called before the first page.
 */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    let [sum, began, last] = [0, -Infinity, -Infinity];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.hadRecentInput) continue;
        if (entry.startTime - last > 1_000 || entry.startTime - began > 5_000) [sum, began] = [0, entry.startTime];
        last = entry.startTime;
        sum += entry.value;
        window.shifted = Math.max(window.shifted ?? 0, sum);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
async function expectStill(page: Page, what: string): Promise<void> {
  // What comes late, and for as long as a touch explains a shift.
  await page.waitForTimeout(2_000);
  const shift = await page.evaluate(() => window.shifted ?? NaN);
  process.stderr.write(`${what} moved by ${shift.toFixed(3)}\n`);
  expect(shift).toBeLessThanOrEqual(SHIFT_MAX);
}

/**
 * Presses the armed buzzer, or a copy of it that only changes its colour, as no page could do with less: what it says
 * first, and after how many ms that is seen.
 */
const pressed = (page: Page, on: 'buzzer' | 'copy') =>
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
    const seen = new Promise<{ ms: number; state: string | undefined }>((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect();
        const { state } = button.dataset;
        // What changed now is on the screen with the next frame at the latest.
        requestAnimationFrame(() => resolve({ ms: performance.now() - pressedAt, state }));
      }).observe(button, { attributes: true, attributeFilter: ['data-state'] });
    });
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'touch' }));
    const answer = await seen;
    copy.remove();
    return answer;
  }, on);

describe('on a phone with a quarter of this machine’s speed, and at a desk', () => {
  let ruth: Moderator;
  let ada: Player;
  let code: string;

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
    await ruth.person.page.setViewportSize(DESK);
    for (const { person } of [ruth, ada]) await watchShifts(person.page);
    // The desk is another machine elsewhere: on this one it must not draw while the phone does.
    await ruth.person.page.emulateMedia({ reducedMotion: 'reduce' });
    await ada.person.context.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => setTimeout(() => socket.send(message), AWAY_MS));
    });
    const devtools = await ada.person.context.newCDPSession(ada.person.page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  });

  it('nothing jumps about on the home page', async () => {
    for (const { person } of [ruth, ada]) {
      await person.page.goto('/');
      await person.button('Join Game').waitFor();
      await expectStill(person.page, `home before ${person.name}`);
    }
  }, 120_000);

  it('nothing jumps about while a game is made and set up', async () => {
    const { page } = ruth.person;
    code = await ruth.createStarter();
    await expectStill(page, 'home to setup');
    await page.reload();
    await ruth.person.sees('Set up your game');
    await expectStill(page, 'setup opened anew');
  }, 120_000);

  it('a press is seen on the button within one frame, long before the server has answered', async () => {
    await ada.joinAsGuest(code);
    await ruth.start();
    let played = 0;
    const measure = async (): Promise<SideBySide> => {
      const presses = { small: [] as number[], large: [] as number[] };
      while (presses.large.length < PRESSES) {
        if (played++ > 0) await ruth.judge('Right');
        await ruth.pickAny();
        await ada.becomes('armed');
        await ada.person.page.waitForTimeout(1_000);
        presses.small.push((await pressed(ada.person.page, 'copy')).ms);
        const { ms, state } = await pressed(ada.person.page, 'buzzer');
        presses.large.push(ms);
        // Not only when the server has said who is first.
        expect(state).toBe('sent');
        await ada.becomes('first');
      }
      return presses;
    };
    await atBest(measure, (presses) => expectAlike('a press is seen', presses), 2);
  }, 300_000);

  it('nothing jumps about on the buzzer and at the desk during a round', async () => {
    await ruth.judge('Right');
    await ada.becomes('right');
    await ada.becomes('wait');
    await expectStill(ada.person.page, 'home to the end of a round before Ada');
    await expectStill(ruth.person.page, 'setup to the end of a round before Ruth');
    await ruth.pickAny();
    await ruth.person.page.reload();
    await ruth.person.page.getByTestId('round-panel').waitFor();
    await ada.becomes('armed');
    await ada.press();
    await ruth.first('Ada');
    await expectStill(ruth.person.page, 'a round opened anew before Ruth');
  }, 120_000);
});
