/// <reference lib="dom" />
import type { Page } from 'playwright-core';

export type Screen = 'desk' | 'phone' | 'stage';

/** A finger's width, px. */
const TARGET_PX = 44;
/** Of the stage's height: smaller text cannot be read from the back of a room. */
const SMALLEST_ON_STAGE = 0.03;
/** Rounding. */
const NEARLY_PX = 1;

/**
 * One line for each: a scroll bar, text outside the viewport, a target smaller than a finger, text on the stage that is
 * too small.
 */
export const layoutProblems = (page: Page, screen: Screen): Promise<string[]> =>
  page.evaluate(
    ({ screen, target, smallest, nearly }) => {
      const found: string[] = [];
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}”`;
      const isSeen = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.sr-only');
      const isOut = ({ left, top, right, bottom }: DOMRect) =>
        left < -nearly || top < -nearly || right > innerWidth + nearly || bottom > innerHeight + nearly;

      const { scrollWidth, scrollHeight } = document.documentElement;
      if (scrollWidth > innerWidth + nearly || scrollHeight > innerHeight + nearly) {
        found.push(`the page scrolls: ${scrollWidth} × ${scrollHeight} in ${innerWidth} × ${innerHeight}`);
      }
      for (const element of document.body.querySelectorAll('*')) {
        if (!isSeen(element)) continue;
        const { overflowX, overflowY, fontSize } = getComputedStyle(element);
        const scrolls = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
        if (
          scrolls &&
          (element.scrollHeight > element.clientHeight + nearly || element.scrollWidth > element.clientWidth + nearly)
        ) {
          found.push(`${nameOf(element)} scrolls`);
        }
        const box = element.getBoundingClientRect();
        const isPressed = element.matches('button, a[href], input, select, textarea, [role="button"]');
        if (isPressed && screen !== 'stage' && (box.width < target - nearly || box.height < target - nearly)) {
          found.push(`${nameOf(element)} is ${Math.round(box.width)} × ${Math.round(box.height)} px to press`);
        }
        for (const text of element.childNodes) {
          if (text.nodeType !== Node.TEXT_NODE || text.textContent?.trim() === '') continue;
          const range = document.createRange();
          range.selectNode(text);
          if ([...range.getClientRects()].some(isOut)) found.push(`${nameOf(element)} is out of sight`);
          if (screen === 'stage' && parseFloat(fontSize) < innerHeight * smallest) {
            found.push(`${nameOf(element)} is written in ${fontSize}`);
          }
        }
      }
      return found;
    },
    { screen, target: TARGET_PX, smallest: SMALLEST_ON_STAGE, nearly: NEARLY_PX },
  );

/** Animations that run although reduced motion is preferred. */
export async function unreducedMotion(page: Page): Promise<string[]> {
  const hasMotion = await page.evaluate(() => matchMedia('(prefers-reduced-motion: no-preference)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((drawn) => requestAnimationFrame(drawn));
    return document
      .getAnimations()
      .filter((move) => move.playState === 'running' && Number(move.effect?.getComputedTiming().endTime) > 50)
      .map((move) => `${(move as CSSAnimation).animationName} moves on`);
  });
  if (hasMotion) await page.emulateMedia({ reducedMotion: 'no-preference' });
  return moving;
}
