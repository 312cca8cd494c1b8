import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

it('a phone has the join form after 110 KB of script at the most', async () => {
  const script = join(import.meta.dirname, '../../apps/web/scripts/first-load.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(stdout).toMatch(/^script \d+\.\d kB of 110,/m);
});
