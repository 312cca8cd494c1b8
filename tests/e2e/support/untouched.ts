import type { Page } from 'playwright-core';

/** Looks into a page without touching it: what Playwright evaluates counts as a touch for the browser. */
export async function untouched(page: Page) {
  const session = await page.context().newCDPSession(page);
  const ask = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, userGesture: false, returnByValue: true });
    return result.value;
  };
  return {
    ask,
    async until(expression: string): Promise<void> {
      const late = performance.now() + 30_000;
      while ((await ask(expression)) !== true) {
        if (performance.now() > late) throw new Error(`never so: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
