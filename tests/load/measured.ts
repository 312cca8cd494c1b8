import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ROOT = import.meta.dirname.replace(/[\\/]tests[\\/].*$/, '');

/** What one of the built measuring programs prints: a process of its own, or the spec would be on its clock. */
export async function measured<Result>(program: string, options: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${ROOT}/tests/dist/load/${program}.js`, ...options]);
  return JSON.parse(stdout) as Result;
}
