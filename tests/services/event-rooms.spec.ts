import { randomUUID } from 'node:crypto';
import { afterFrame, NOTHING, watchShow } from '@earworm/client';
import type { RefusedError, ShowCard, ShowId } from '@earworm/contracts';
import { CategoryId, QuestionId } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Member, newRegisteredUser, signedIn } from '../e2e/support/members.js';
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

/** The cards of an event as this member's control room has them. */
function watchedBy({ serverUrl, tokens }: Member, showId: ShowId) {
  let now = NOTHING;
  const watching = watchShow({
    ...{ url: socketUrl(serverUrl), showId, token: () => Promise.resolve(tokens.access_token) },
    WebSocket: leanSockets(),
    onFrame: (frame) => (now = afterFrame(now, frame)),
    onStatus: () => undefined,
  });
  return { cards: (): ShowCard[] => [...now.cards.values()], close: () => watching.close() };
}

describeWithNats('the rooms of an event', (nats) => {
  let services: Services;
  beforeAll(async () => {
    const only = [...GAME_SERVICES, 'shows'] as const;
    services = await Services.start({ nats, only, gateways: 2, env: { LOG_LEVEL: 'trace' } });
  });
  afterAll(() => services?.close());

  const count = (from: string, params: readonly unknown[] = []) =>
    withClient(services.database.adminUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from}`, [...params]);
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
    const refreshToken = operator.tokens.refresh_token;
    const renewed = () => operator.http.call('refresh', { body: { refreshToken } });
    const tokens = async (atLeastMs?: number) => (atLeastMs === undefined ? operator.tokens : await renewed());
    const statuses: string[] = [];
    const watching = watchShow({
      ...{ url: socketUrl(url ?? ''), showId, token: async (atLeastMs) => (await tokens(atLeastMs)).access_token },
      WebSocket: leanSockets(),
      onFrame: () => undefined,
      onStatus: (status, { closedBy }) => statuses.push(closedBy ?? status),
    });
    await eventually(() => expect(statuses.at(-1)).toBe('online'));

    for (const game of services.games) await game.kill();
    await operator.http.call('actInRooms', { params, body: { jobId: params.jobId, act, rooms } });
    await operator.http.call('signOut', { body: { refreshToken } });
    await eventually(() => expect(statuses.at(-1)).toBe('token-expired'));
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

  it('all get an act once whose process is killed meanwhile', async () => {
    const event = await prepareEvent(services.urls[0] ?? '', 20, BOARD);
    const { showId, operator } = event;
    await event.prepare();
    await ready(event, 20);
    const rooms = (await event.rooms()).map(({ roomId, gameId }) => ({ roomId, after: gameId! }));
    const params = { showId, jobId: randomUUID() };

    for (const game of services.games) await game.kill();
    await operator.http.call('actInRooms', { params, body: { jobId: params.jobId, act: ANNOUNCEMENT, rooms } });
    const claimed = `shows.bulk_act_room where job_id = '${params.jobId}' and claim is not null`;
    await eventually(async () => expect(await count(claimed)).toBeGreaterThan(0), READY_WITHIN_MS);
    await services.of('shows').kill();
    for (const child of [services.of('shows'), ...services.games]) await child.start();

    await eventually(async () => {
      const { rooms: results } = await operator.http.call('readBulkAct', { params });
      expect(results.map(({ state, code }) => [state, code])).toEqual(rooms.map(() => ['done', null]));
    }, READY_WITHIN_MS);
    const announced = `game.event where event ->> 'type' = 'announced' and game_id = any ($1)`;
    expect(await count(announced, [rooms.map(({ after }) => after)])).toBe(rooms.length);
  });

  it('show a claim of one operator to another one who watches by another gateway', async () => {
    const [url, otherUrl = url] = services.urls as [string, string?];
    const event = await prepareEvent(url, 1, BOARD);
    const { showId, operator } = event;
    const colleague = await newRegisteredUser(otherUrl, 'Paul');
    const params = { showId };
    const { inviteId, secret } = await operator.http.call('inviteStaff', { params, body: { role: 'operator' } });
    await colleague.http.call('joinStaff', { body: { inviteId, secret } });
    await event.prepare();
    await ready(event, 1);
    const [room] = await event.rooms();
    const watchers = [operator, colleague].map((member) => watchedBy(member, showId));

    const { links } = await operator.http.call('createRoomLinks', { params, body: { roomIds: [room!.roomId] } });
    const guest = await signInGuest(url);
    const link = `${links[0]?.linkId}.${links[0]?.secret}`;
    const { gameId } = await guest.http.call('useCrewLink', { body: { link, name: 'Cem' } });
    const desk = leanClients()({ gameId, as: 'moderator', guest });
    expect(await desk.send({ type: 'callForHelp', category: 'sound', text: '' })).toMatchObject({ ok: true });
    const cards = () => watchers.map((each) => each.cards());
    await eventually(() => expect(cards()).toMatchObject([[{ kind: 'help' }], [{ kind: 'help' }]]), READY_WITHIN_MS);

    const reasons = [{ roomId: room!.roomId, kind: 'help' as const }];
    const body = { reasons, isClaimed: true, from: null };
    await operator.http.call('claimAttention', { params, body });
    const claimed = [{ kind: 'help', claim: { userId: operator.userId, name: 'Olga' } }];
    await eventually(() => expect(cards()).toMatchObject([claimed, claimed]));
    const outcome = colleague.http.call('claimAttention', { params, body });
    await expect(outcome).rejects.toMatchObject({ code: 'attention-claimed', params: { name: 'Olga' } });
    desk.close();
    for (const each of watchers) each.close();
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
