/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Frames without an animation after which none is expected: one of something that opens starts a frame or two later. */
const STILL_FRAMES = 5;

/** Resolves when all animations have ended, so that final colours are measured. */
export const still = (page: Page) =>
  page.evaluate(async (frames) => {
    const moves = () =>
      document
        .getAnimations()
        .some((move) => move.playState === 'running' && Number.isFinite(move.effect?.getComputedTiming().endTime));
    for (let still = 0; still < frames; still = moves() ? 0 : still + 1) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  }, STILL_FRAMES);

/** A violation has the impact of its rule: these can find nothing that counts. */
const WITHOUT_MINOR_RULES = `Object.fromEntries(
  axe._audit.rules
    .filter(({ impact }) => ['minor', 'moderate'].includes(impact))
    .map(({ id }) => [id, { enabled: false }]),
)`;

/** Serious and critical violations of all rules or of one, on the page or within a part of it, a line each. */
export async function axeViolations(
  { page }: { readonly page: Page },
  rule?: string,
  within = 'html',
): Promise<string[]> {
  await still(page);
  const rules = rule === undefined ? `rules: ${WITHOUT_MINOR_RULES}` : `runOnly: ['${rule}']`;
  // Half a megabyte: sent once per page.
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(`{ ${AXE} }`);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run('${within}', { resultTypes: ['violations'], preload: false, ${rules} })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}
