import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import type { Product } from '../../harness/product.js';
import { startProduct } from '../../harness/product.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { ROOT } from '../../harness/root.js';
import { browserOptions } from './browser.js';

export const RESULTS = join(ROOT, 'test-results', 'e2e');

/** What one Jest worker's specs share. */
export interface SharedServers {
  /** Of the product. */
  readonly url: string;
  readonly dataDir: string;
  readonly logFile: string;
  /** Where Playwright connects to the browser. */
  readonly browserEndpoint: string;
}

const variable = (worker: string | number) => `EARWORM_E2E_${worker}`;

export interface RunningServers {
  readonly product: Product;
  readonly browser: BrowserServer;
}

/** One product with the first administrator and one browser for a worker. Workers count from 1. */
export async function startSharedServers(worker: number): Promise<RunningServers> {
  await mkdir(RESULTS, { recursive: true });
  const logFile = join(RESULTS, `server-${worker}.log`);
  const [product, browser] = await Promise.all([
    startProduct({ env: { ...ADMIN_ENV, LOG_LEVEL: 'info' }, logFile }),
    browserOptions().then((options) => chromium.launchServer(options)),
  ]);
  const shared: SharedServers = {
    url: product.url,
    dataDir: product.dataDir,
    logFile,
    browserEndpoint: browser.wsEndpoint(),
  };
  process.env[variable(worker)] = JSON.stringify(shared);
  return { product, browser };
}

/** This worker's. */
export function sharedServers(): SharedServers {
  const text = process.env[variable(process.env['JEST_WORKER_ID'] ?? 1)];
  if (text === undefined) throw new Error('The global set-up has started nothing for this worker: run the e2e project');
  return JSON.parse(text) as SharedServers;
}
