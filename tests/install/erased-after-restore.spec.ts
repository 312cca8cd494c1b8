import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@earworm/client';
import { withDatabaseOf } from '@earworm/postgres-server/base-backup';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { prepareEvent } from '../e2e/support/prepared-event.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { launchByCommand, type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { signInGuest } from '../load/guests.js';

const GAMES = 50;
/** In games and as the name of an event. */
const NAME = 'Zelma Quorndon';
const BOARD = { Category: [{ answer: 'A tune' }] };
const WITHIN_MS = 60_000;

let folder = '';
let product: Product | undefined;

beforeEach(async () => void (folder = await temporaryFolder('erased')));
afterEach(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<string> {
  product = await startProduct({ dataDir, env: RAISED_LIMITS });
  return product.url;
}

async function backup(dataDir: string, ...args: string[]): Promise<void> {
  const command = launchByCommand({ command: 'backup', args, env: { DATA_DIR: dataDir } });
  expect({ code: await command.exited, output: command.output }).toMatchObject({ code: 0 });
}

const query = <Row extends object>(dataDir: string, sql: string): Promise<Row[]> =>
  withDatabaseOf(dataDir, (url) => withClient(url, async (client) => (await client.query<Row>(sql)).rows));

/** Tables and objects that contain the name, and games. */
async function whatIsLeft(dataDir: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    dataDir,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found = tables.map(
    ({ name }) => `select '${name}' as place where exists (select from ${name} as t where t::text like '%${NAME}%')`,
  );
  const places = await query<{ place: string }>(dataDir, found.join(' union all '));
  const objects = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
  const files = objects.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => ((await readFile(file)).includes(NAME) ? [file] : [])));
  const games = await query<{ gameId: string }>(dataDir, 'select game_id as "gameId" from game.game');
  return [...places.map(({ place }) => place), ...texts.flat(), ...games.map(({ gameId }) => gameId)];
}

it(`${GAMES} games and an event that were erased after a backup are erased again within a minute of its restore`, async () => {
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'backup')];
  await mkdir(dataDir);
  await copyPreparedData(dataDir);
  const url = await start(dataDir);
  const { http } = await signInGuest(url);
  for (let n = 0; n < GAMES; n++)
    await http.call('createGame', { body: { requestId: newId(), moderatorName: `${NAME} ${n}`, quiz: 'empty' } });
  const event = await prepareEvent(url, 2, BOARD, { name: NAME });
  await event.prepare();
  await eventually(async () => expect(await event.countReady()).toBe(2));
  await backup(dataDir, target);

  await query(dataDir, `update shows.show set deleted_at = now() - interval '2 days'`);
  await query(
    dataDir,
    `insert into game.erasure (game_id, cause) select game_id, 'age' from game.game where show_id is null`,
  );
  await product?.stop();
  await start(dataDir);
  await eventually(async () => expect(await whatIsLeft(dataDir)).toEqual([]), 2 * WITHIN_MS);
  await product?.stop();

  await backup(dataDir, 'restore', target, '--move-old-data');
  await start(dataDir);
  const startedAt = performance.now();
  expect(await whatIsLeft(dataDir)).toEqual(expect.arrayContaining(['game.event', 'shows.show']));
  await eventually(async () => expect(await whatIsLeft(dataDir)).toEqual([]), 2 * WITHIN_MS);
  expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS);
});
