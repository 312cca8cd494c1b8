/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    keyToFrameMs?: number[];
  }
}

/** Between two keys of a fast typist. */
const REST_MS = 40;

/** From each key to the end of the frame that shows it, ms. A key waits for the frame of the one before it. */
export async function typed(page: Page, keys: Iterable<string>): Promise<number[]> {
  await page.evaluate(() => {
    const isListening = window.keyToFrameMs !== undefined;
    window.keyToFrameMs = [];
    if (isListening) return;
    addEventListener(
      'keydown',
      () => {
        const at = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.keyToFrameMs?.push(performance.now() - at)));
      },
      true,
    );
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await pause(REST_MS);
  }
  return page.evaluate(() => window.keyToFrameMs ?? []);
}
