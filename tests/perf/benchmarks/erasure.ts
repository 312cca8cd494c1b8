import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import { prepareEvent } from '../../e2e/support/prepared-event.js';
import { startProduct } from '../../harness/product.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { Services } from '../../harness/services.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { BackgroundGames } from '../../load/background-games.js';
import { withOptions } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';
import { waitUntil } from '../wait-until.js';

/** How much slower the games that are played meanwhile may become. */
const FACTOR = 1.2;
/** What is played can be played for so long. */
const SECONDS = 900;
const BOARD = { Category: [{ answer: 'Song 1' }, { answer: 'Song 2' }, { answer: 'Song 3' }] };

interface Shape {
  readonly erased: number;
  readonly games: number;
  readonly rate: number;
}

/** Games of rooms, which are in memory and in every projection. */
async function createGames(url: string, count: number): Promise<string> {
  const event = await prepareEvent(url, count, BOARD);
  await event.prepare();
  const isReady = async () => (await event.countReady()) === count;
  await waitUntil('every room has its game', isReady, { withinMs: 300_000, everyMs: 500 });
  return event.showId;
}

const query = <Row extends object>(databaseUrl: string, sql: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(databaseUrl, async (client) => (await client.query<Row>(sql, values)).rows);

async function countErased(databaseUrl: string): Promise<number> {
  const sql = 'select count(*)::int as games from game.erasure where erased_at is not null';
  return (await query<{ games: number }>(databaseUrl, sql))[0]?.games ?? 0;
}

async function measure(urls: readonly string[], databaseUrl: string, { erased, games, rate }: Shape) {
  const showId = await createGames(urls[0] ?? '', erased);
  const background = await BackgroundGames.start(urls, games, rate, SECONDS);
  const before = await background.calm();
  await query(
    databaseUrl,
    `insert into game.erasure (game_id, cause) select game_id, 'event' from game.game where show_id = $1`,
    [showId],
  );
  const reached = (count: number) => async () => (await countErased(databaseUrl)) >= count;
  await waitUntil('the job has begun', reached(1), { withinMs: 60_000, everyMs: 100 });
  const startedAt = performance.now();
  const { times } = await background.during(() =>
    waitUntil('all games are erased', reached(erased), { withinMs: 600_000, everyMs: 500 }),
  );
  const erasedS = (performance.now() - startedAt) / 1_000;
  const after = await background.calm();
  await background.finish();
  const [left] = await query<{ games: number }>(
    databaseUrl,
    `select (select count(*) from game.game where show_id = $1) + (select count(*) from library.game as found
      join game.erasure using (game_id)) as games`,
    [showId],
  );
  if (Number(left?.games) > 0) throw new Error(`${left?.games} rows of erased games are left`);
  return { erasedS, calmP99Ms: Math.max(before.p99, after.p99), p50Ms: times.p50, p99Ms: times.p99 };
}

async function inOneProcess(shape: Shape) {
  const dir = await temporaryFolder('erasure');
  const postgres = await startEmbeddedPostgres({ dir });
  try {
    const product = await startProduct({ env: { ...RAISED_LIMITS, ...ADMIN_ENV, DATABASE_URL: postgres.url } });
    try {
      return await measure([product.url], postgres.url, shape);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dir, { recursive: true });
  }
}

async function asServices(shape: Shape) {
  const services = await Services.start({ nats: await requiredNats(), everything: true, env: ADMIN_ENV });
  try {
    return await measure(services.urls, services.database.adminUrl, shape);
  } finally {
    await services.close();
  }
}

export const benchmark = withOptions({
  what: 'games that are erased while others are played; in one process and with a process for each service',
  /** `rate`: buzzes a second over all games that are played. */
  options: { erased: 1_000, games: 50, rate: 50 },
  async run(shape) {
    const found = { standalone: await inOneProcess(shape), services: await asServices(shape) };
    const ratios = Object.values(found).map(({ calmP99Ms, p99Ms }) => p99Ms / (FACTOR * calmP99Ms));
    return {
      ratio: Math.max(...ratios),
      target: 1,
      reference: `${FACTOR} × the calm p99 of the games that are played`,
      figures: Object.fromEntries(
        Object.entries(found).flatMap(([layout, figures]) =>
          Object.entries(figures).map(([name, value]) => [`${layout}.${name}`, value]),
        ),
      ),
    };
  },
});
