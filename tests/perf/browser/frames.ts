/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';

/** The longest figure of each stretch of this many ms. */
export function longestOfEach(frames: readonly number[], everyMs: number): number[] {
  const longest: number[] = [];
  let passed = 0;
  for (const frame of frames) {
    const stretch = Math.floor(passed / everyMs);
    longest[stretch] = Math.max(longest[stretch] ?? 0, frame);
    passed += frame;
  }
  return longest.filter(() => true);
}

const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** CPU time that the page's own thread has spent on scripts and layout so far, ms. */
export async function workedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => sum + (WORK.includes(name) ? value * 1_000 : 0), 0);
}

/** How long each frame took within this many ms; scrolled by `scrollPx` at each, down and up again. */
export const framesOf = (page: Page, forMs: number, scrollPx = 0) =>
  page.evaluate(
    async ([until, px]) => {
      const frames: number[] = [];
      const startedAt = performance.now();
      let down = 1;
      for (let last = startedAt; last - startedAt < until;) {
        if (px > 0) {
          const { scrollTop, scrollHeight } = document.documentElement;
          if (scrollTop <= 0) down = 1;
          if (scrollTop + innerHeight >= scrollHeight - 1) down = -1;
          scrollBy({ top: px * down, behavior: 'instant' });
        }
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    [forMs, scrollPx] as const,
  );

const SCROLLED_FRAMES = 30;

/**
 * How long each frame took while a place was scrolled by a window's size in eight frames, and back at an end, ms. `null`:
 * the page itself.
 */
export const scrolledFrames = (page: Page, selector: string | null) =>
  page.evaluate(
    async ([place, count]) => {
      const scroller = place === null ? document.documentElement : document.querySelector(place);
      if (!scroller) throw new Error('nothing to scroll');
      const across = place !== null;
      const frames: number[] = [];
      let stepPx = (across ? scroller.clientWidth : innerHeight) / 8;
      for (let last = performance.now(); frames.length < count;) {
        const before = scroller.scrollLeft + scroller.scrollTop;
        scroller.scrollBy({ left: across ? stepPx : 0, top: across ? 0 : stepPx, behavior: 'instant' });
        if (Math.abs(scroller.scrollLeft + scroller.scrollTop - before) < Math.abs(stepPx) / 2) stepPx *= -1;
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const now = performance.now();
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    [selector, SCROLLED_FRAMES] as const,
  );
