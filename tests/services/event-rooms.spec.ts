import { randomUUID } from 'node:crypto';
import { watchShow } from '@earworm/client';
import type { RefusedError } from '@earworm/contracts';
import { CategoryId, QuestionId } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signedIn } from '../e2e/support/members.js';
import { prepareEvent } from '../e2e/support/prepared-event.js';
import { GAME_SERVICES } from '../harness/services-options.js';
import { Services } from '../harness/services.js';
import { signInGuest } from '../load/guests.js';
import { leanClients } from '../load/lean-clients.js';
import { leanSockets } from '../load/lean-socket.js';
import { socketUrl } from '../load/sockets.js';
import { ANNOUNCEMENT } from '../perf/acts-in-all-rooms.js';
import { describeWithNats } from './support/describe-with-nats.js';

const ROOMS = 200;
const BOARD = { Synths: [{ answer: 'Alpha Song' }, { answer: 'Beta Song' }] };
const ENCORE = {
  questionId: QuestionId.parse(randomUUID()),
  ...{ answer: 'Gamma Song', youtubeLink: 'https://youtu.be/aaaaaaaaaa1', youtubeSongName: '', points: 100 },
};
/** A claim of a process that was killed expires within 10 s. */
const READY_WITHIN_MS = 30_000;

describeWithNats('the rooms of an event', (nats) => {
  let services: Services;
  beforeAll(async () => {
    services = await Services.start({ nats, only: [...GAME_SERVICES, 'shows'], env: { LOG_LEVEL: 'trace' } });
  });
  afterAll(() => services?.close());

  const count = (from: string) =>
    withClient(services.database.adminUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`);
      return rows[0]?.n ?? 0;
    });
  /** In the log. */
  const countGames = () => count(`game.event where version = 1 and user_id like 'room-%'`);
  const ready = (event: Awaited<ReturnType<typeof prepareEvent>>, atLeast: number) =>
    eventually(async () => expect(await event.countReady()).toBeGreaterThanOrEqual(atLeast), READY_WITHIN_MS);

  it('get one game each, also when the services are killed in the middle and operators ask again', async () => {
    const event = await prepareEvent(services.urls[0] ?? '', ROOMS, BOARD);
    await event.prepare();
    await ready(event, ROOMS / 4);
    for (const child of [services.of('shows'), ...services.games]) await child.kill();
    expect(await count(`shows.room where state = 'preparing'`)).toBeGreaterThan(0);
    for (const child of [services.of('shows'), ...services.games]) await child.start();
    await eventually(() => event.prepare(), READY_WITHIN_MS);
    await ready(event, ROOMS);
    const rooms = await event.rooms();
    expect(new Set(rooms.map(({ gameId }) => gameId)).size).toBe(ROOMS);
    expect(await countGames()).toBe(ROOMS);
  });

  it('get the questions of a template that was changed, unless they have begun', async () => {
    const event = await prepareEvent(services.urls[0] ?? '', 3, BOARD);
    const { showId, templateId, operator } = event;
    await event.prepare();
    await ready(event, 3);
    const category = { categoryId: CategoryId.parse(randomUUID()), name: 'Encores', questions: [ENCORE] };
    const change = { saveId: randomUUID(), basedOn: 1, order: [category.categoryId], changed: [category] };
    await operator.http.call('saveTemplate', { params: { templateId }, body: change });
    const [begun, ...others] = await event.rooms();
    const body = { roomIds: [begun!.roomId] };
    const { links } = await operator.http.call('createRoomLinks', { params: { showId }, body });
    const guest = await signInGuest(services.urls[0] ?? '');
    const link = `${links[0]?.linkId}.${links[0]?.secret}`;
    const { gameId } = await guest.http.call('useCrewLink', { body: { link, name: 'Cem' } });
    const desk = leanClients()({ gameId, as: 'moderator', guest });
    expect(await desk.send({ type: 'startGame' })).toMatchObject({ ok: true });
    desk.close();
    const outdated = async () => {
      const { rooms } = await operator.http.call('listOutdatedRooms', { params: { showId }, query: {} });
      return rooms.map(({ number, hasBegun }) => [number, hasBegun]);
    };
    expect(await outdated()).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    const roomIds = [begun!, ...others].map(({ roomId }) => roomId);
    await operator.http.call('updateRooms', { params: { showId }, body: { roomIds } });
    await ready(event, 3);
    expect(await outdated()).toEqual([[1, true]]);
  });

  it('all get an act whose operator signs out meanwhile, who sees and does no more', async () => {
    const [url] = services.urls;
    const event = await prepareEvent(url ?? '', 20, BOARD);
    const { showId, operator } = event;
    await event.prepare();
    await ready(event, 20);
    const rooms = (await event.rooms()).map(({ roomId, gameId }) => ({ roomId, after: gameId! }));
    const params = { showId, jobId: randomUUID() };
    const act = ANNOUNCEMENT;
    const statuses: string[] = [];
    const watching = watchShow({
      ...{ url: socketUrl(url ?? ''), showId, token: () => Promise.resolve(operator.tokens.access_token) },
      WebSocket: leanSockets(),
      onFrame: () => undefined,
      onStatus: (status) => statuses.push(JSON.stringify(status)),
    });
    await eventually(() => expect(statuses.at(-1)).toContain('online'));

    for (const game of services.games) await game.kill();
    await operator.http.call('actInRooms', { params, body: { jobId: params.jobId, act, rooms } });
    await operator.http.call('signOut', { body: { refreshToken: operator.tokens.refresh_token } });
    await eventually(() => expect(statuses.at(-1)).toContain('token-expired'));
    const next = { jobId: randomUUID(), act: { type: 'pauseGame' as const }, rooms };
    const refusal = await operator.http
      .call('actInRooms', { params, body: next })
      .catch((error: RefusedError) => error.code);
    expect(refusal).toBe('token-expired');

    for (const game of services.games) await game.start();
    const again = await signedIn(url ?? '', operator.account!);
    await eventually(async () => {
      const { rooms: results } = await again.http.call('readBulkAct', { params });
      expect(results.map(({ state, code }) => [state, code])).toEqual(rooms.map(() => ['done', null]));
    }, READY_WITHIN_MS);
    watching.close();
  });

  it('get links by which guests run their games, with secrets in no line of any log', async () => {
    const event = await prepareEvent(services.urls[0] ?? '', 2, BOARD);
    await event.prepare();
    await ready(event, 2);
    const rooms = await event.rooms();
    const body = { roomIds: rooms.map(({ roomId }) => roomId) };
    const { links } = await event.operator.http.call('createRoomLinks', { params: { showId: event.showId }, body });
    const guests = await Promise.all(links.map(() => signInGuest(services.urls[0] ?? '')));
    for (const [index, { linkId, secret, roomId }] of links.entries()) {
      const guest = guests[index]!;
      const { gameId } = await guest.http.call('useCrewLink', { body: { link: `${linkId}.${secret}`, name: 'Cem' } });
      expect(gameId).toBe(rooms.find((room) => room.roomId === roomId)?.gameId);
      const desk = leanClients()({ gameId, as: 'moderator', guest });
      try {
        expect(await desk.send({ type: 'startGame' })).toMatchObject({ ok: true });
      } finally {
        desk.close();
      }
    }
    const [first, second] = links;
    const link = `${first?.linkId}.${first?.secret}`;
    const code = await guests[1]!.http.call('useCrewLink', { body: { link, name: 'Dan' } }).then(
      () => 'ok',
      (error: RefusedError) => error.code,
    );
    expect(code).toBe('crew-link-used');
    const secrets = [first, second].map((each) => each!.secret);
    expect(services.lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  });
});
