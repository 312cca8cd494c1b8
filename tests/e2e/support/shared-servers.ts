import { join } from 'node:path';
import { ROOT } from '../../harness/root.js';

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

/** Where the global set-up leaves for a worker what it shares. Workers count from 1. */
export const share = (worker: number, shared: SharedServers): void =>
  void (process.env[variable(worker)] = JSON.stringify(shared));

/** This worker's. */
export function sharedServers(): SharedServers {
  const text = process.env[variable(process.env['JEST_WORKER_ID'] ?? 1)];
  if (text === undefined) throw new Error('The global set-up has started nothing for this worker: run the e2e project');
  return JSON.parse(text) as SharedServers;
}
