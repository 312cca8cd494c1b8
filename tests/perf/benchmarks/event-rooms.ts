import { newId, watchShow } from '@earworm/client';
import type { RoomChange, RoomId } from '@earworm/contracts';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import { type PreparedEvent, prepareEvent } from '../../e2e/support/prepared-event.js';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { PLAYABLE_P99_MS } from '../../capacity/measure-cell.js';
import { BackgroundGames } from '../../load/background-games.js';
import { guestOf } from '../../load/guests.js';
import { withLayout } from '../../load/layout.js';
import { leanClients } from '../../load/lean-clients.js';
import { leanSockets } from '../../load/lean-socket.js';
import { socketUrl } from '../../load/sockets.js';
import { actInAllRooms, ANNOUNCED_WITHIN_S, ANNOUNCEMENT, RESULTS_WITHIN_S } from '../acts-in-all-rooms.js';
import { withOptions } from '../benchmark.js';
import { waitUntil } from '../wait-until.js';

const CATEGORIES = 6;
const QUESTIONS_EACH = 5;
const READY_WITHIN_S = 20;
/** From when a desk has a change until the control room shows it. */
const SHOWN_WITHIN_S = 1;
const DESKS_AT_ONCE = 8;
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

/** The operator helps in every room, and starts the games there. */
async function openDesks({ operator, showId, rooms }: PreparedEvent, urls: readonly string[]) {
  const connect = leanClients();
  const found = [...(await rooms()).entries()];
  return mapConcurrently(DESKS_AT_ONCE, found, async ([n, { roomId, gameId }]) => {
    if (gameId === null) throw new Error('a room has no game');
    const act = { type: 'help' as const, reason: 'To start it' };
    const params = { showId, roomId };
    await operator.http.call('actInRoom', { params, body: { after: gameId, commandId: newId(), act } });
    const tokens = { userId: operator.userId, accessToken: operator.tokens.access_token };
    const guest = guestOf(urls[n % urls.length] ?? '', tokens, {});
    const desk = connect({ gameId, as: 'moderator', guest });
    const started = await desk.send({ type: 'startGame' });
    if (!started.ok) throw new Error(`a game did not start: ${started.code}`);
    return { roomId, desk };
  });
}

/** When the control room shows each room paused first, by `performance.now()`. */
function watchPauses({ operator, showId }: PreparedEvent, url: string) {
  const shownAt = new Map<RoomId, number>();
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  const isPaused = ({ pausedSince }: RoomChange) => typeof pausedSince === 'number';
  const watching = watchShow({
    ...{ url: socketUrl(url), showId, token: () => Promise.resolve(operator.tokens.access_token) },
    WebSocket: leanSockets(),
    onFrame: ({ rooms }) => {
      for (const { roomId } of rooms.filter(isPaused)) if (!shownAt.has(roomId)) shownAt.set(roomId, performance.now());
      open();
    },
    onStatus: () => undefined,
  });
  return { shownAt, isOpen, close: () => watching.close() };
}

/** An announcement in all rooms and a pause of all games, of which the control room hears. */
async function actInAll(urls: readonly string[], event: PreparedEvent) {
  const desks = await openDesks(event, urls);
  const clients = desks.map(({ desk }) => desk);
  const control = watchPauses(event, urls[0] ?? '');
  try {
    await control.isOpen;
    const announced = await actInAllRooms(event, ANNOUNCEMENT, clients, 'announced');
    const paused = await actInAllRooms(event, { type: 'pauseGame' }, clients, 'gamePaused');
    const isShown = () => Promise.resolve(control.shownAt.size === desks.length);
    await waitUntil('the control room shows every room paused', isShown, { withinMs: 30_000, everyMs: 100 });
    const delays = desks.map(({ roomId }, n) => (control.shownAt.get(roomId) ?? Infinity) - (paused.heardAt[n] ?? 0));
    return {
      ...{ announcedS: announced.heardS, announceResultsS: announced.resultsS },
      ...{ pausedS: paused.heardS, pauseResultsS: paused.resultsS, shownS: Math.max(...delays) / 1_000 },
    };
  } finally {
    control.close();
    for (const client of clients) client.close();
  }
}

async function measure(urls: readonly string[], { rooms, games, rate }: Shape) {
  const background = await BackgroundGames.start(urls, games, rate);
  const event = await prepareEvent(urls[0] ?? '', rooms, BOARD);
  const before = await background.calm();
  const { result: readyS, times } = await background.during(() => prepareAll(event, rooms));
  const after = await background.calm();
  await background.finish();
  await checkGames(event, rooms);
  const acts = await actInAll(urls, event);
  return { readyS, calmP99Ms: Math.max(before.p99, after.p99), p50Ms: times.p50, p99Ms: times.p99, ...acts };
}

export const benchmark = withOptions({
  what: `games for all rooms of an event, with a template of ${CATEGORIES * QUESTIONS_EACH} questions, while others are played, then an announcement and a pause in all of them; in one process and with a process for each service`,
  /** `rate`: buzzes a second over all games: a question every 40 s and eight buzzes for it are 20 in 100 games. */
  options: { rooms: 500, games: 100, rate: 20 },
  async run(shape) {
    const inEach = (layout: 'standalone' | 'services') =>
      withLayout({ layout }, ({ urls }) => measure(urls, shape), ADMIN_ENV);
    const found = { standalone: await inEach('standalone'), services: await inEach('services') };
    const ratios = Object.values(found).flatMap((figures) => [
      figures.readyS / READY_WITHIN_S,
      figures.p99Ms / Math.max(FACTOR * figures.calmP99Ms, PLAYABLE_P99_MS),
      figures.announcedS / ANNOUNCED_WITHIN_S,
      Math.max(figures.announceResultsS, figures.pauseResultsS) / RESULTS_WITHIN_S,
      figures.shownS / SHOWN_WITHIN_S,
    ]);
    return {
      ratio: Math.max(...ratios),
      target: 1,
      reference: `${READY_WITHIN_S} s until the last room is ready, ${FACTOR} × the calm p99 of the games or ${PLAYABLE_P99_MS} ms, ${ANNOUNCED_WITHIN_S} s until all have an announcement, ${RESULTS_WITHIN_S} s until the operator has all results, and ${SHOWN_WITHIN_S} s until the control room shows a change`,
      figures: Object.fromEntries(
        Object.entries(found).flatMap(([layout, figures]) =>
          Object.entries(figures).map(([name, value]) => [`${layout}.${name}`, value]),
        ),
      ),
    };
  },
});
