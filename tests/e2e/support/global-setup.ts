import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@jest/types';
import { type BrowserServer, chromium } from 'playwright-core';
import { ADMIN_ENV, prepareData } from '../../harness/prepared-data.js';
import { type Product, startProduct } from '../../harness/product.js';
import { browserOptions } from './browser.js';
import { RESULTS, share } from './shared-servers.js';

interface RunningServers {
  readonly product: Product;
  readonly browser: BrowserServer;
}

declare global {
  var earwormE2e: { readonly removeData: () => Promise<void>; readonly running: RunningServers[] } | undefined;
}

/** A product and a browser for each worker. */
export default async function setUp({ maxWorkers }: Config.GlobalConfig): Promise<void> {
  await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  globalThis.earwormE2e = { removeData: await prepareData(), running: [] };
  const workers = Array.from({ length: maxWorkers }, (_, i) => i + 1);
  globalThis.earwormE2e.running.push(...(await Promise.all(workers.map(startSharedServers))));
}

/** One product with the first administrator and one browser for a worker. */
async function startSharedServers(worker: number): Promise<RunningServers> {
  const logFile = join(RESULTS, `server-${worker}.log`);
  const [product, browser] = await Promise.all([
    startProduct({ env: { ...ADMIN_ENV, LOG_LEVEL: 'info' }, logFile }),
    browserOptions().then((options) => chromium.launchServer(options)),
  ]);
  const { url, dataDir } = product;
  share(worker, { url, dataDir, logFile, browserEndpoint: browser.wsEndpoint() });
  return { product, browser };
}
