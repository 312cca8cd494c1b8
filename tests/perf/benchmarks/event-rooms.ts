import { type PreparedEvent, prepareEvent } from '../../e2e/support/prepared-event.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { startProduct } from '../../harness/product.js';
import { RAISED_LIMITS } from '../../harness/raised-limits.js';
import { Services } from '../../harness/services.js';
import { PLAYABLE_P99_MS } from '../../capacity/measure-cell.js';
import { BackgroundGames } from '../../load/background-games.js';
import { withOptions } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';
import { waitUntil } from '../wait-until.js';

const CATEGORIES = 6;
const QUESTIONS_EACH = 5;
const READY_WITHIN_S = 20;
/** How much slower the games that are played meanwhile may become, as long as that could be noticed. */
const FACTOR = 1.2;

interface Shape {
  readonly rooms: number;
  readonly games: number;
  readonly rate: number;
}

const BOARD = Object.fromEntries(
  Array.from({ length: CATEGORIES }, (_, category) => [
    `Category ${category + 1}`,
    Array.from({ length: QUESTIONS_EACH }, (__, question) => ({ answer: `Song ${category + 1}-${question + 1}` })),
  ]),
);

/** Resolves with the seconds until every room had its game. */
async function prepareAll(event: PreparedEvent, rooms: number): Promise<number> {
  const startedAt = performance.now();
  await event.prepare();
  const isReady = async () => (await event.countReady()) === rooms;
  await waitUntil('every room has its game', isReady, { withinMs: 120_000, everyMs: 500 });
  return (performance.now() - startedAt) / 1_000;
}

/** Throws unless each room has a game of its own. */
async function checkGames(event: PreparedEvent, rooms: number): Promise<void> {
  const found = await event.rooms();
  const games = new Set(found.map(({ gameId }) => gameId).filter((gameId) => gameId !== null));
  if (found.length !== rooms || games.size !== rooms)
    throw new Error(`${found.length} rooms have ${games.size} games instead of ${rooms}`);
}

async function measure(urls: readonly string[], { rooms, games, rate }: Shape) {
  const background = await BackgroundGames.start(urls, games, rate);
  const event = await prepareEvent(urls[0] ?? '', rooms, BOARD);
  const before = await background.calm();
  const { result: readyS, times } = await background.during(() => prepareAll(event, rooms));
  const after = await background.calm();
  await background.finish();
  await checkGames(event, rooms);
  return { readyS, calmP99Ms: Math.max(before.p99, after.p99), p50Ms: times.p50, p99Ms: times.p99 };
}

async function inOneProcess(shape: Shape) {
  const product = await startProduct({ env: { ...RAISED_LIMITS, ...ADMIN_ENV } });
  try {
    return await measure([product.url], shape);
  } finally {
    await product.stop();
  }
}

async function asServices(shape: Shape) {
  const services = await Services.start({ nats: await requiredNats(), everything: true, env: ADMIN_ENV });
  try {
    return await measure(services.urls, shape);
  } finally {
    await services.close();
  }
}

export const benchmark = withOptions({
  what: `games for all rooms of an event, with a template of ${CATEGORIES * QUESTIONS_EACH} questions, while others are played; in one process and with a process for each service`,
  /** `rate`: buzzes a second over all games: a question every 40 s and eight buzzes for it are 20 in 100 games. */
  options: { rooms: 500, games: 100, rate: 20 },
  async run(shape) {
    const found = { standalone: await inOneProcess(shape), services: await asServices(shape) };
    const ratios = Object.values(found).flatMap(({ readyS, calmP99Ms, p99Ms }) => [
      readyS / READY_WITHIN_S,
      p99Ms / Math.max(FACTOR * calmP99Ms, PLAYABLE_P99_MS),
    ]);
    return {
      ratio: Math.max(...ratios),
      target: 1,
      reference: `${READY_WITHIN_S} s until the last room is ready, and ${FACTOR} × the calm p99 of the games or ${PLAYABLE_P99_MS} ms`,
      figures: Object.fromEntries(
        Object.entries(found).flatMap(([layout, figures]) =>
          Object.entries(figures).map(([name, value]) => [`${layout}.${name}`, value]),
        ),
      ),
    };
  },
});
