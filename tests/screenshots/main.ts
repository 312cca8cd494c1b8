import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../e2e/support/browser.js';
import { ADMIN_ENV } from '../harness/prepared-data.js';
import { startProduct } from '../harness/product.js';
import { aGame } from './a-game.js';
import { atTheDoor } from './at-the-door.js';
import { Camera } from './camera.js';
import { gather } from './cast.js';
import { forAdmins } from './for-admins.js';
import { inGerman } from './in-german.js';
import { theFaults } from './the-faults.js';
import { theLibrary } from './the-library.js';
import { thePages } from './the-pages.js';
import { thePhones } from './the-phones.js';

const SCENES = {
  door: atTheDoor,
  game: aGame,
  phones: thePhones,
  faults: theFaults,
  pages: thePages,
  library: theLibrary,
  german: inGerman,
  admins: forAdmins,
} as const;
type Scene = keyof typeof SCENES;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    /** Only this part; `pages` shows more after `game`. */
    only: { type: 'string', multiple: true },
  },
});
const wanted = (values.only ?? Object.keys(SCENES)) as Scene[];
const unknown = wanted.find((scene) => !(scene in SCENES));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${Object.keys(SCENES).join(', ')}.`);

const out = resolve(values.out);
const camera = new Camera(out);

async function photograph(browser: Browser, url: string): Promise<void> {
  const cast = await gather(browser, url, camera);
  for (const scene of wanted) {
    try {
      await SCENES[scene](cast);
    } catch (error) {
      // What was taken so far is worth looking at, and so are the other parts.
      process.exitCode = 1;
      console.error(`${scene} ended early:`, error);
    }
  }
}

// One after the other: what has started is stopped, also when the next does not start.
const server = await startProduct({ env: { ...ADMIN_ENV, LIMIT_CREATE: '100/600' } });
try {
  const browser = await startBrowser();
  try {
    await photograph(browser, server.url);
  } finally {
    camera.index();
    await browser.close();
  }
} finally {
  await server.stop();
}
console.log(`${camera.taken.length} pictures in ${out}, with index.html to look through them`);
