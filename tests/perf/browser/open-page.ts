import type { Browser, CDPSession } from 'playwright-core';
import { startBrowser } from '../../e2e/support/browser.js';
import { type ArrivalOptions, Person } from '../../e2e/support/person.js';
import { type Product, type ProductOptions, startProduct } from '../../harness/product.js';

export interface Opened {
  readonly product: Product;
  readonly browser: Browser;
  arrive(name: string, options?: ArrivalOptions): Promise<Person>;
}

/** Starts a product and a browser, with these arguments, for one benchmark and stops them after it. */
export async function withBrowser<T>(
  options: ProductOptions,
  measure: (opened: Opened) => Promise<T>,
  browserArguments: readonly string[] = [],
): Promise<T> {
  const product = await startProduct(options);
  try {
    const browser = await startBrowser(browserArguments);
    try {
      const arrive: Opened['arrive'] = (name, more) =>
        Person.arrive(browser, name, more?.url ?? product.url, { motion: true, ...more });
      return await measure({ product, browser, arrive });
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}

/** Slows a page's CPU down by this factor until it is set again; 1 is this machine's own speed. */
export async function throttle({ context, page }: Person): Promise<(rate: number) => Promise<void>> {
  const devtools: CDPSession = await context.newCDPSession(page);
  return async (rate) => void (await devtools.send('Emulation.setCPUThrottlingRate', { rate }));
}
