export default async function tearDown(): Promise<void> {
  const { running = [], removeData } = globalThis.earwormE2e ?? {};
  await Promise.allSettled(running.flatMap(({ product, browser }) => [product.stop(), browser.close()]));
  await removeData?.();
}
