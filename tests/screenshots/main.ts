import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../e2e/support/browser.js';
import { ADMIN_ENV } from '../harness/prepared-data.js';
import { startProduct } from '../harness/product.js';
import { takeAdminPages } from './admin-pages.js';
import { Camera } from './camera.js';
import { takeErrors } from './errors.js';
import { takeGame } from './game.js';
import { takeGermanPages } from './german.js';
import { takeHomePages } from './home-pages.js';
import { takeLibrary } from './library.js';
import { takeModeratorPages } from './moderator-pages.js';
import { openPages } from './participants.js';
import { takePhones } from './phones.js';

const PARTS = {
  home: takeHomePages,
  game: takeGame,
  phones: takePhones,
  errors: takeErrors,
  pages: takeModeratorPages,
  library: takeLibrary,
  german: takeGermanPages,
  admins: takeAdminPages,
} as const;
type Part = keyof typeof PARTS;

const USAGE = `npm run screenshots -- [--out FOLDER] [--only PART]…
parts: ${Object.keys(PARTS).join(', ')}; pages shows more after game`;

function readOptions() {
  const { out, only } = parseArgs({
    options: { out: { type: 'string', default: 'screenshots' }, only: { type: 'string', multiple: true } },
  }).values;
  const unknown = only?.find((part) => !(part in PARTS));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`);
  return { out: resolve(out), wanted: (only ?? Object.keys(PARTS)) as Part[] };
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exit(1);
}
const { out, wanted } = options;
const camera = new Camera(out);

async function takeScreenshots(browser: Browser, url: string): Promise<void> {
  const participants = await openPages(browser, url, camera);
  for (const part of wanted) {
    try {
      await PARTS[part](participants);
    } catch (error) {
      // What was taken so far is worth looking at, and so are the other parts.
      process.exitCode = 1;
      console.error(`${part} ended early:`, error);
    }
  }
}

// One after the other: what has started is stopped, also when the next does not start.
const server = await startProduct({ env: { ...ADMIN_ENV, LIMIT_CREATE: '100/600' } });
try {
  const browser = await startBrowser();
  try {
    await takeScreenshots(browser, server.url);
  } finally {
    camera.index();
    await browser.close();
  }
} finally {
  await server.stop();
}
console.log(`${camera.taken.length} pictures in ${out}, with index.html to look through them`);
