import { rm } from 'node:fs/promises';
import type { Config } from '@jest/types';
import { prepareData } from '../../harness/prepared-data.js';
import { RESULTS, type RunningServers, startSharedServers } from './shared-servers.js';

declare global {
  var earwormE2e: { readonly preparedData: string; readonly running: RunningServers[] } | undefined;
}

/** A product and a browser for each worker. */
export default async function setUp({ maxWorkers }: Config.GlobalConfig): Promise<void> {
  await rm(RESULTS, { recursive: true, force: true });
  globalThis.earwormE2e = { preparedData: await prepareData(), running: [] };
  const workers = Array.from({ length: maxWorkers }, (_, i) => i + 1);
  globalThis.earwormE2e.running.push(...(await Promise.all(workers.map(startSharedServers))));
}
