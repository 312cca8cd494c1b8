import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import {
  ENV,
  makeWorld,
  numbered,
  readAnswers,
  recordGame,
  writeData,
  writeRecording,
} from '@earworm/standalone/testing/recorded';
import { embeddedDatabaseUrl } from '../e2e/support/database.js';
import { type Product, startProduct } from '../harness/product.js';
import { ROOT } from '../harness/root.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import type { Release } from './release.js';

const SEGMENT_BYTES = 16 * 2 ** 20;

/** Plays and fills everything on a release, and keeps its data folder, its answers and its frames for the specs of today. */
export async function record(release: Release, name: string, say: (what: string) => void): Promise<string> {
  const folder = join(ROOT, 'apps/standalone/src/testing/recorded', name);
  const dataDir = await temporaryFolder('recorded');
  const start = async () => {
    const product = await startProduct({ root: release.root, dataDir, env: ENV });
    const url = `http://127.0.0.1:${product.port}`;
    return { product, place: { url, socketUrl: `${url.replace('http', 'ws')}/ws` } };
  };
  try {
    let { product, place } = await start();
    say('filling it');
    const world = await makeWorld(place);
    const databaseUrl = await embeddedDatabaseUrl(product);
    await eventually(() => projectionsHaveRead(databaseUrl));
    await stopWithShortWal(product, databaseUrl);
    await writeData(folder, dataDir);
    say('reading its answers');
    ({ product, place } = await start());
    const answers = await readAnswers(place, world, world.tokens);
    const received = numbered(await recordGame(place, world.tokens)) as Awaited<ReturnType<typeof recordGame>>;
    await product.stop();
    await writeRecording(folder, { of: release.commit, world, answers, heard: received });
    return folder;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Throws while history and figures lag behind the log. */
async function projectionsHaveRead(databaseUrl: string): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ behind: number }>(
      `select count(*)::int as behind from game.event, (select least(
         (select min(position::bigint) from library.checkpoint), (select min(position::bigint) from telemetry.checkpoint)
       ) as read) as checkpoints where event.position > checkpoints.read`,
    ),
  );
  if (rows[0]?.behind !== 0) throw new Error('the projections have not read it all');
}

/** Of Postgres' own log a start needs only the segment of the last checkpoint; what older ones have left would be stored. */
async function stopWithShortWal(product: Product, databaseUrl: string): Promise<void> {
  const segment = await withClient(databaseUrl, async (client) => {
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
    return (await client.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')).rows[0]?.name;
  });
  await product.stop();
  const wal = join(product.dataDir, 'postgres/pg_wal');
  for (const file of await readdir(wal)) {
    if (!/^[0-9A-F]{24}$/.test(file) || file === segment) continue;
    if (segment !== undefined && file < segment) await rm(join(wal, file));
    // Made ready for later: empty is as good.
    else await writeFile(join(wal, file), Buffer.alloc(SEGMENT_BYTES));
  }
}
