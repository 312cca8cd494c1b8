import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../harness/root.js';

/** What one of the built programs of tests/load prints. A separate process, so that the benchmark's own work does not count. */
export async function measured<Result>(program: string, options: readonly string[]): Promise<Result> {
  const file = join(ROOT, 'tests', 'dist', 'load', `${program}.js`);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...options]);
  return JSON.parse(stdout) as Result;
}

/** Of some times, ms. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}
