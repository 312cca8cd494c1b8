import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { INSECURE_HOST } from './insecure-host.js';
import { npmChromium } from './npm-chromium.js';

const STARTS_WITHIN_MS = 120_000;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
];

/**
 * This machine's Chromium when there is one, else the one that comes from npm. `more`: arguments after the usual ones; a
 * `--disable-features` takes the place of the driver's own.
 */
export async function browserOptions(more: readonly string[] = []) {
  const own = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (path) => path !== undefined && existsSync(path),
  );
  return {
    executablePath: own ?? (await npmChromium()),
    args: [...ARGUMENTS, ...more],
    timeout: STARTS_WITHIN_MS,
  };
}

/** A browser of one's own, for a spec that needs other arguments. */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(await browserOptions(more));
}
