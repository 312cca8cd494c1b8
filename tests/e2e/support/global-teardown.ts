import { rm } from 'node:fs/promises';

export default async function tearDown(): Promise<void> {
  const { running = [], preparedData } = globalThis.earwormE2e ?? {};
  await Promise.allSettled(running.flatMap(({ product, browser }) => [product.stop(), browser.close()]));
  if (preparedData !== undefined) await rm(preparedData, { recursive: true, force: true });
}
