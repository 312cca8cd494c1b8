/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Person } from './people.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Frames without a move, after which none is to be expected: what opens begins to move a frame or two later. */
const STILL_FRAMES = 5;

/** Once everything asked for is there and nothing moves any more: colours are measured as they are in the end. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async (frames) => {
    const moves = () =>
      document
        .getAnimations()
        .some((move) => move.playState === 'running' && Number.isFinite(move.effect?.getComputedTiming().endTime));
    for (let still = 0; still < frames; still = moves() ? 0 : still + 1) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  }, STILL_FRAMES);
}

/** What would keep somebody from using the page, in one line each. */
export async function barriers({ page }: Person): Promise<string[]> {
  await settled(page);
  const { violations } = await page.evaluate<AxeResults>(`${AXE}; axe.run()`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}
