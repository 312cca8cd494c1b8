import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../harness/root.js';
import { SERVER_FLAGS } from '../harness/node-flags.js';

/** What one of the built load programs prints as JSON. It runs as a separate process. */
export async function runProgram<Result>(program: string, options: readonly string[]): Promise<Result> {
  const file = join(ROOT, 'tests', 'dist', 'load', `${program}.js`);
  const { stdout } = await promisify(execFile)(process.execPath, [...SERVER_FLAGS, file, ...options]);
  return JSON.parse(stdout) as Result;
}

/** Of some times, ms. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}
