import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { it } from '@jest/globals';
import { ROOT } from '../../harness/root.js';

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const promtool =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'promtool'))
    .find(isProgram) ?? null;

/** Rejects with what promtool says of a test that fails. */
export async function testRules(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(promtool ?? '', ['test', 'rules', file], { cwd: ROOT });
  return stdout;
}

/** Where there is no promtool, a skipped test reports it. */
export function itWithPromtool(title: string, test: () => Promise<void>, withinMs?: number): void {
  if (promtool === null) it.skip(`DID NOT RUN, there is no promtool on the PATH: ${title}`, () => undefined);
  else it(title, test, withinMs);
}
