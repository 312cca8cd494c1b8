import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { RoomId, type ShowActor, type ShowId } from '@earworm/contracts';
import { GameId, UserId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, inDays, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const [CORA, DAN] = [UserId.parse('cora'), UserId.parse('dan')];
const VERA = actor('vera');
const HOUR_MS = 3_600_000;

describeWith('postgres', 'crew links of a room', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  async function readyRoom() {
    const showId = await events.showWith(1);
    await events.prepare(showId);
    await events.prepared(showId);
    const [room] = await events.rooms(showId);
    return { showId, ...room! };
  }
  type Ready = Awaited<ReturnType<typeof readyRoom>>;
  const create = ({ showId, roomId }: Pick<Ready, 'showId' | 'roomId'>, by = OLGA) =>
    events.bus.call(calls.createRoomLink, { actor: by, showId, roomId });
  type Link = Awaited<ReturnType<typeof create>>;
  const lookAt = ({ linkId, secret }: Link) => events.bus.call(calls.lookAtCrewLink, { linkId, secret });
  const use = ({ linkId, secret }: Link, userId: UserId) =>
    events.bus.call(calls.useCrewLink, { linkId, secret, userId, name: 'Cora' });
  const stateOf = async (link: Link) => (await lookAt(link)).state;
  const ofShow = (showId: ShowId) => ({ actor: OLGA, showId });

  it('show event and room before they are used, and give one person all rights in the game', async () => {
    const room = await readyRoom();
    const link = await create(room);
    expect(await lookAt(link)).toMatchObject({
      ...{ gameId: room.gameId, state: 'open', rights: ['judge', 'people', 'settings'] },
      room: { number: 1, name: 'Room 1', showName: 'Quiz night' },
    });
    const outcomes = await Promise.all([CORA, DAN].map((each) => outcomeOf(use(link, each))));
    expect(outcomes.toSorted()).toEqual(['crew-link-used', 'ok']);
    const { crews } = events.games;
    expect(crews).toHaveLength(1);
    expect(crews[0]).toMatchObject({
      gameId: room.gameId,
      change: { type: 'addCrew', rights: ['judge', 'people', 'settings'], by: 'olga' },
    });
  });

  it('expire a day after the planned start', async () => {
    const { roomId, showId } = await readyRoom();
    const { startsAt } = (await events.read(showId)).facts;
    const { expiresAt } = await create({ showId, roomId });
    expect(expiresAt - startsAt).toBeGreaterThan(24 * HOUR_MS - 60_000);
    expect(expiresAt - startsAt).toBeLessThan(25 * HOUR_MS + 60_000);
    await events.source.query('update room set starts_at = $1', [new Date(inDays(-1))]);
    expect((await create({ showId, roomId })).expiresAt - Date.now()).toBeLessThan(24 * HOUR_MS + 60_000);
  });

  it('lead to the game that is played in the room now', async () => {
    const room = await readyRoom();
    const link = await create(room);
    const later = GameId.parse('game-later');
    events.games.next.set(room.gameId!, later);
    expect((await lookAt(link)).gameId).toBe(later);
    expect(await use(link, CORA)).toMatchObject({ gameId: later });
    expect(await use(link, CORA)).toMatchObject({ gameId: later });
    expect(events.games.crews.map(({ gameId }) => gameId)).toEqual([later]);
  });

  it('end with the operator who made them, with the room, and while the event is deleted', async () => {
    const room = await readyRoom();
    const { showId } = room;
    await events.staffed(showId, VERA, 'operator');
    const [ofVera, ofOlga] = [await create(room, VERA), await create(room)];
    await events.bus.call(calls.removeStaff, { ...ofShow(showId), memberId: VERA.userId });
    expect([await stateOf(ofVera), await stateOf(ofOlga)]).toEqual(['revoked', 'open']);
    expect(await outcomeOf(use(ofVera, CORA))).toBe('crew-link-revoked');
    await events.bus.call(calls.deleteShow, ofShow(showId));
    expect([await stateOf(ofOlga), await outcomeOf(use(ofOlga, CORA))]).toEqual(['revoked', 'crew-link-revoked']);
    await events.bus.call(calls.restoreShow, ofShow(showId));
    expect(await stateOf(ofOlga)).toBe('open');
    await events.bus.call(calls.removeRoom, { ...ofShow(showId), roomId: room.roomId });
    expect(await outcomeOf(lookAt(ofOlga))).toBe('crew-link-unknown');
    expect(events.games.crews).toEqual([]);
  });

  const createAll = (showId: ShowId, roomIds: readonly RoomId[], also: { by?: ShowActor; renew?: boolean } = {}) => {
    const { by: asking = OLGA, renew } = also;
    return events.bus.call(calls.createRoomLinks, { actor: asking, showId, roomIds: [...roomIds], renew });
  };
  const readyRooms = async (n: number) => {
    const showId = await events.showWith(n);
    await events.prepare(showId);
    await events.prepared(showId);
    return { showId, roomIds: (await events.rooms(showId)).map(({ roomId }) => roomId) };
  };
  const countLinks = async () => (await events.source.query('select count(*)::int as n from crew_link'))[0].n;

  it('lead to the games of a hundred rooms that they are made for at once, with secrets that are stored nowhere', async () => {
    const showId = await events.newShow();
    await events.bus.call(calls.setShowQuota, { showId, quota: { rooms: 100, people: 2_000 } });
    const rows = Array.from({ length: 100 }, (_, n) => row(n + 1));
    await events.save(showId, rows);
    await events.prepare(showId);
    await events.prepared(showId);
    const rooms = await events.rooms(showId);
    const ids = rooms.map(({ roomId }) => roomId);
    const { links } = await createAll(showId, ids);
    const gameOf = new Map(rooms.map(({ roomId, gameId }) => [roomId, gameId]));
    expect(new Set(links.map(({ roomId }) => roomId)).size).toBe(100);
    for (const link of links)
      expect(await lookAt(link)).toMatchObject({ state: 'open', gameId: gameOf.get(link.roomId) });
    const [{ stored }] = await events.source.query('select string_agg(crew_link::text, $1) as stored from crew_link', [
      ' ',
    ]);
    const shown = (secret: string) =>
      stored.includes(secret) || stored.includes(Buffer.from(secret, 'base64url').toString('hex'));
    expect(links.filter(({ secret }) => shown(secret))).toEqual([]);
    expect(await use(links[99]!, CORA)).toMatchObject({ gameId: gameOf.get(links[99]!.roomId) });
  });

  it('made for many rooms leave out those without a game, until they are prepared', async () => {
    const { showId, roomIds } = await readyRooms(1);
    await events.save(showId, [row(2), row(3)]);
    const all = (await events.rooms(showId)).map(({ roomId }) => roomId);
    expect((await createAll(showId, all)).links.map(({ roomId }) => roomId)).toEqual(roomIds);
    await events.prepare(showId);
    await events.prepared(showId);
    const { links } = await createAll(showId, all);
    expect(links.map(({ roomId }) => roomId).toSorted()).toEqual(all.toSorted());
  });

  it('made for many rooms need the owner or an operator, and refuse viewers, administrators and strangers', async () => {
    const { showId, roomIds } = await readyRooms(2);
    const [otto, ada, sam] = [actor('otto'), actor('ada', { isAdmin: true }), actor('sam')];
    await events.staffed(showId, VERA, 'viewer');
    await events.staffed(showId, otto, 'operator');
    const tried = (by: ShowActor) => outcomeOf(createAll(showId, roomIds, { by, renew: true }));
    expect([await tried(OLGA), await tried(otto)]).toEqual(['ok', 'ok']);
    const { links } = await createAll(showId, roomIds, { by: otto });
    const before = await countLinks();
    expect([await tried(VERA), await tried(ada), await tried(sam)]).toEqual([
      'event-not-operator',
      'event-not-found',
      'event-not-found',
    ]);
    expect([await countLinks(), await stateOf(links[0]!)]).toEqual([before, 'open']);
    await events.bus.call(calls.deleteShow, ofShow(showId));
    expect(await tried(OLGA)).toBe('event-deleted');
  });

  it('made for many rooms leave all as it was if one room is unknown, removed, of another event or full of open links', async () => {
    const { showId, roomIds } = await readyRooms(2);
    const other = await readyRooms(1);
    const { links } = await createAll(showId, roomIds);
    const tried = (...also: RoomId[]) => outcomeOf(createAll(showId, [...roomIds, ...also], { renew: true }));
    expect(await tried(RoomId.parse(randomUUID()))).toBe('room-not-found');
    expect(await tried(...other.roomIds)).toBe('room-not-found');
    await events.save(showId, [row(3)]);
    const { roomId } = (await events.rooms(showId)).at(-1)!;
    await events.bus.call(calls.removeRoom, { ...ofShow(showId), roomId });
    expect(await tried(roomId)).toBe('room-not-found');
    for (let n = 1; n < calls.CREW_LINK_LIMITS.open; n += 1) await createAll(showId, roomIds.slice(1));
    expect(await outcomeOf(createAll(showId, roomIds))).toBe('too-many-links');
    expect(await countLinks()).toBe(2 + calls.CREW_LINK_LIMITS.open - 1);
    for (const link of links) expect(await stateOf(link)).toBe('open');
  });

  it('made again for the same rooms are further ones, one for a room that is named twice', async () => {
    const { showId, roomIds } = await readyRooms(2);
    const [first, again] = [await createAll(showId, roomIds), await createAll(showId, [...roomIds, ...roomIds])];
    expect(again.links).toHaveLength(2);
    expect(new Set([...first.links, ...again.links].map(({ secret }) => secret)).size).toBe(4);
    expect(await Promise.all([...first.links, ...again.links].map(stateOf))).toEqual(Array(4).fill('open'));
  });

  it('revoke earlier unused ones when they are renewed, and any number of times', async () => {
    const { showId, roomIds } = await readyRooms(2);
    const [roomId] = roomIds as [RoomId];
    const [used, lost] = [await create({ showId, roomId }), await create({ showId, roomId })];
    const ofOther = await create({ showId, roomId: roomIds[1]! });
    await use(used, CORA);
    const renew = () => createAll(showId, [roomId], { renew: true });
    for (let n = 0; n < calls.CREW_LINK_LIMITS.open + 2; n += 1) await renew();
    const { links } = await renew();
    expect(await Promise.all([used, lost, ofOther, links[0]!].map(stateOf))).toEqual([
      'used',
      'revoked',
      'open',
      'open',
    ]);
    expect(await outcomeOf(use(lost, DAN))).toBe('crew-link-revoked');
  });

  it('renewed by two operators at the same moment leave one that is open', async () => {
    const { showId, roomIds } = await readyRooms(1);
    await events.staffed(showId, VERA, 'operator');
    const renew = (by: ShowActor) => createAll(showId, roomIds, { by, renew: true });
    const made = await Promise.all([renew(OLGA), renew(VERA), renew(OLGA), renew(VERA)]);
    const states = await Promise.all(made.map(({ links }) => stateOf(links[0]!)));
    expect(states.toSorted()).toEqual(['open', 'revoked', 'revoked', 'revoked']);
  });

  it('need a room with a game', async () => {
    const showId = await events.showWith(1);
    const [room] = await events.rooms(showId);
    expect(await outcomeOf(create({ showId, roomId: room!.roomId }))).toBe('room-not-ready');
    const other = await events.newShow();
    expect(await outcomeOf(create({ showId: other, roomId: room!.roomId }))).toBe('room-not-found');
  });
});
