import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';

/** Evaluates in a page without a user gesture: for the browser, what Playwright evaluates is one. */
export async function withoutGesture(page: Page) {
  const session = await page.context().newCDPSession(page);
  /** The value of an expression; of a promise, what it resolves to. */
  const ask = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      userGesture: false,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value;
  };
  return {
    ask,
    async until(expression: string): Promise<void> {
      await eventually(async () => {
        if ((await ask(expression)) !== true) throw new Error(`never so: ${expression}`);
      });
    },
  };
}
