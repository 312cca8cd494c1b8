import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../harness/root.js';

const MANIFEST = join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
const UNPACK = join(ROOT, 'tests', 'e2e', 'support', 'unpack-chromium.mjs');

/**
 * The Chromium that comes from npm, unpacked at first use. It is moved into place as a whole: another test run that finds
 * a file still being written could not execute it.
 */
export async function npmChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `earworm-chromium-${version}`);
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  const unpacked = await mkdtemp(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, [UNPACK], { env: { ...process.env, TMPDIR: unpacked } });
    await rename(unpacked, folder);
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(executable)) throw error;
  }
  return executable;
}
