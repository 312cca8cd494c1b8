/// <reference lib="dom" />
import type { CDPSession, Page } from 'playwright-core';

/** So much of all figures is no larger than this; half of them, unless it is said. */
export const share = (figures: readonly number[], part = 0.5) =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length * part)] ?? 0;
export const said = (figures: readonly number[]) =>
  `${share(figures).toFixed(0)} ms, 95 % within ${share(figures, 0.95).toFixed(0)} ms, longest ${Math.max(0, ...figures).toFixed(0)} ms, ${figures.length} of them`;

/** The longest of every so many ms. */
export function longestOfEach(frames: readonly number[], everyMs: number): number[] {
  const longest: number[] = [];
  let passed = 0;
  for (const frame of frames) {
    const turn = Math.floor(passed / everyMs);
    longest[turn] = Math.max(longest[turn] ?? 0, frame);
    passed += frame;
  }
  return longest.filter(() => true);
}

const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** How long the page's own thread has run scripts and laid out so far, ms of its CPU: what else the machine does is not in it. */
export async function workedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => sum + (WORK.includes(name) ? value * 1_000 : 0), 0);
}

/** How long each frame of so many ms took; scrolled by so many px at every one, down and up again. */
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
