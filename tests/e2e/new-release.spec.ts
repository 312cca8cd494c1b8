/// <reference lib="dom" />
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { RULES } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing';
import { copyPreparedData } from '../harness/prepared-data.js';
import { type Product, startProduct } from '../harness/product.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { earlierRelease } from './support/earlier-release.js';
import type { Person } from './support/person.js';
import { testOn } from './support/test.js';

const START_WITHIN_MS = 120_000;
/** Pages are loaded again within two minutes. */
const RENEWED_WITHIN_MS = 120_000;
const STEP_MS = 5_000;

let product: Product;
const folders: string[] = [];
beforeAll(async () => {
  const root = await earlierRelease();
  const dataDir = await temporaryFolder('upgraded');
  folders.push(root, dataDir);
  await copyPreparedData(dataDir);
  product = await startProduct({ root, dataDir });
}, START_WITHIN_MS);
afterAll(async () => {
  await product?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}, START_WITHIN_MS);

const test = testOn(() => product);

/** This release, on the data and at the address of the earlier one. */
async function upgrade(): Promise<void> {
  const { dataDir, port } = product;
  await product.stop();
  product = await startProduct({ dataDir, port });
}

const isOfEarlierRelease = ({ page }: Person) =>
  page.evaluate(() => [...document.scripts].some(({ src }) => src.includes('/earlier-')));

/** Returns what the last of the connections says that this page opens from now on: of newer rules, and pings that are not answered. */
function connectionOf({ page }: Person) {
  const opened = () => ({ isOutdated: false, unanswered: 0 });
  let last = opened();
  page.on('websocket', (socket) => {
    const connection = (last = opened());
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"type":"ping"')) connection.unanswered++;
    });
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"pong"')) connection.unanswered = 0;
      if (String(payload).includes(`"rules":${RULES}`)) connection.isOutdated = true;
    });
    socket.on('close', () => (connection.isOutdated = false));
  });
  return () => last;
}

/** Lets this page's clock run until it has loaded itself again, whenever it waits for nothing from the server. */
async function isRenewed(person: Person, connection: ReturnType<typeof connectionOf>): Promise<void> {
  let passedMs = 0;
  await eventually(async () => {
    if (!(await isOfEarlierRelease(person))) return;
    expect(connection()).toEqual({ isOutdated: true, unanswered: 0 });
    if (passedMs < RENEWED_WITHIN_MS) await person.page.clock.fastForward(STEP_MS);
    passedMs += STEP_MS;
    throw new Error(`${person.name}'s page is still that of the earlier release`);
  });
}

describe('open pages after a release with other rules', () => {
  test('load themselves again between two questions, with seat, name, points and music', async (scene) => {
    const game = await scene.game({ players: ['Ada'], board: 'starter' });
    const desk = await scene.desk(game, { clock: true });
    const ada = await scene.phone(game, 'Ada', { clock: true });
    const stage = await scene.stage(game, { clock: true });
    const pages = [desk.person, ada.person, stage];
    const answers = async () => {
      await desk.pickAny();
      await desk.person.page.locator('[data-testid="media"][data-status="playing"]').waitFor();
      await ada.becomes('armed');
      await ada.buzz();
      await desk.first('Ada');
      await desk.judge('Right');
      await ada.becomes('wait');
    };
    await answers();
    const score = await ada.score();
    expect(score).toBeGreaterThan(0);
    expect(await Promise.all(pages.map(isOfEarlierRelease))).toEqual([true, true, true]);

    const connections = pages.map(connectionOf);
    await upgrade();
    await Promise.all(pages.map((page, at) => isRenewed(page, connections[at]!)));

    await ada.becomes('wait');
    await ada.person.sees('Ada');
    expect(await ada.score()).toBe(score);
    await stage.sees('Ada');
    await answers();
    expect(await ada.score()).toBeGreaterThan(score);
  });
});
