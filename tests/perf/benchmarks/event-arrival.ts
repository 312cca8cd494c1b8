import { setTimeout as pause } from 'node:timers/promises';
import { createArrival, type GameClient } from '@earworm/client';
import type { GameId } from '@earworm/rules';
import { signedIn } from '../../e2e/support/members.js';
import { type PreparedEvent, prepareEvent } from '../../e2e/support/prepared-event.js';
import { ADMIN_ENV, FIRST_ADMIN } from '../../harness/prepared-data.js';
import { Services } from '../../harness/services.js';
import { startArrivals } from '../../load/arrivals.js';
import { guestOf } from '../../load/guests.js';
import { leanClients } from '../../load/lean-clients.js';
import { timesOf } from '../../load/percentiles.js';
import { socketUrl } from '../../load/sockets.js';
import { actInAllRooms, ANNOUNCED_WITHIN_S, ANNOUNCEMENT, RESULTS_WITHIN_S } from '../acts-in-all-rooms.js';
import { withOptions } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';
import { waitUntil } from '../wait-until.js';

/** The one address of the venue, which a proxy names. Addresses for documentation cannot be approved. */
const VENUE = '8.8.4.7';
/** So long before it an event's networks are not raised yet. */
const STARTS_IN_MS = 10 * 60_000;
/** Services ask for approved networks every 10 s. */
const KNOWN_AFTER_MS = 11_000;
const SEATED_WITHIN_S = 90;
/** One in so many is not connected when something is announced. */
const AWAY_EACH = 10;
const BOARD = { Songs: [{ answer: 'Song 1' }] };

interface Phone {
  readonly client: GameClient;
  /** On the same seat. */
  comeBack(): GameClient;
}

/** A phone that scans the code of its room and takes a seat as a new guest. */
async function takeSeat(serverUrl: string, code: string, name: string): Promise<Phone> {
  const headers = { 'x-forwarded-for': VENUE };
  const enter = leanClients();
  const sockets = enter.sockets?.(headers);
  if (sockets === undefined) throw new Error('these clients have no sockets to arrive by');
  const arrival = createArrival({ url: socketUrl(serverUrl), WebSocket: sockets });
  const entered = await arrival.enter({ code }, () => ({ type: 'joinGame', name }), null);
  const { gameId, userId, tokens, refusal, socket } = entered;
  if (refusal !== null || tokens === null) throw new Error(`a phone got no seat: ${refusal?.code}`);
  const guest = guestOf(serverUrl, { userId, accessToken: tokens.access_token }, headers);
  const seat = { gameId: gameId as GameId, as: 'player' as const, guest };
  return { client: enter({ ...seat, entered: socket }), comeBack: () => enter(seat) };
}

/** Everybody comes to the rooms in turn, whether or not those before them have a seat. */
async function seatAll(urls: readonly string[], codes: readonly string[], people: number, perSecond: number) {
  const seatMs: number[] = [];
  const seated: Phone[] = [];
  const failures: string[] = [];
  const phones: Promise<void>[] = [];
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    const arrivals = startArrivals(perSecond, undefined, (arrivedAt) => {
      const number = phones.length;
      if (number === people) return void arrivals.stop().then(resolve);
      const [url, code] = [urls[number % urls.length] ?? '', codes[number % codes.length] ?? ''];
      const phone = takeSeat(url, code, `Guest ${number + 1}`).then((taken) => {
        seated.push(taken);
        seatMs.push(performance.now() - arrivedAt);
      });
      phones.push(phone.catch((error: unknown) => void failures.push(String(error))));
    });
  });
  await Promise.all(phones);
  const lastS = (performance.now() - startedAt) / 1_000;
  if (failures.length > 0) throw new Error(`${failures.length} of ${people} phones got no seat: ${failures[0]}`);
  return { seated, lastS, ...timesOf(seatMs) };
}

const isAnnounced = ({ state }: GameClient) =>
  (state.view?.announcements ?? []).some(({ text }) => text === ANNOUNCEMENT.text);

/** An announcement while some phones are away. All others get it in time, and those who were away once they are back. */
async function announceTo(event: PreparedEvent, seated: readonly Phone[]) {
  const away = seated.filter((_, n) => n % AWAY_EACH === 0);
  for (const { client } of away) client.close();
  const connected = seated.filter((_, n) => n % AWAY_EACH !== 0).map(({ client }) => client);
  const { heardS, resultsS } = await actInAllRooms(event, ANNOUNCEMENT, connected, 'announced');
  const startedAt = performance.now();
  const back = away.map((phone) => phone.comeBack());
  const missing = () => back.filter((client) => !isAnnounced(client)).length;
  await waitUntil('who was away has the announcement', () => missing() === 0).catch((error: unknown) => {
    throw new Error(`${missing()} of ${back.length} phones that were away do not have the announcement`, {
      cause: error,
    });
  });
  const backS = (performance.now() - startedAt) / 1_000;
  for (const client of [...connected, ...back]) client.close();
  return { heardS, resultsS, away: back.length, backS };
}

export const benchmark = withOptions({
  what: 'everybody at an event takes a seat in their room from one approved address and gets an announcement, also who was away meanwhile, with standard limits, two gateways and a process for each service',
  /** `people`: in each room; `rate`: phones that come in a second. */
  options: { rooms: 500, people: 20, rate: 150 },
  async run({ rooms, people, rate }) {
    const services = await Services.start({
      ...{ nats: await requiredNats(), everything: true, gateways: 2, limits: 'standard' },
      env: { ...ADMIN_ENV, TRUSTED_PROXIES: 'loopback' },
    });
    try {
      const url = services.urls[0] ?? '';
      const facts = { startsAt: Date.now() + STARTS_IN_MS, peoplePerRoom: people, networks: [VENUE] };
      const event = await prepareEvent(url, rooms, BOARD, facts);
      const admin = await signedIn(url, FIRST_ADMIN);
      const params = { showId: event.showId };
      const { networks } = await admin.http.call('readShow', { params });
      if (networks === null) throw new Error('the event has no network');
      const { networks: asked, people: all, startsAt } = networks;
      const body = { approve: true, networks: asked, people: all, startsAt };
      await admin.http.call('decideShowNetworks', { params, body });
      await event.prepare();
      const isReady = async () => (await event.countReady()) === rooms;
      await waitUntil('every room has its game', isReady, { withinMs: 120_000, everyMs: 200 });
      const codes = (await event.rooms()).map(({ gameCode }) => gameCode ?? '');
      await pause(KNOWN_AFTER_MS);
      const { seated, lastS, p50, p99 } = await seatAll(services.urls, codes, rooms * people, rate);
      const { heardS, resultsS, ...later } = await announceTo(event, seated);
      const ratios = [lastS / SEATED_WITHIN_S, heardS / ANNOUNCED_WITHIN_S, resultsS / RESULTS_WITHIN_S];
      return {
        ratio: Math.max(...ratios),
        target: 1,
        reference: `${SEATED_WITHIN_S} s until the last one has a seat, ${ANNOUNCED_WITHIN_S} s until the last one has an announcement, ${RESULTS_WITHIN_S} s until its operator has all results`,
        figures: { lastS, seatP50Ms: p50, seatP99Ms: p99, heardS, resultsS, ...later },
      };
    } finally {
      await services.close();
    }
  },
});
