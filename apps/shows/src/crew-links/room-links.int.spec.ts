import * as calls from '@earworm/contracts';
import type { ShowId } from '@earworm/contracts';
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

  it('come for many rooms at once, without those that have no game yet', async () => {
    const room = await readyRoom();
    const { showId } = room;
    await events.save(showId, [row(2), row(3)]);
    const roomIds = (await events.rooms(showId)).map(({ roomId }) => roomId);
    const { links } = await events.bus.call(calls.createRoomLinks, { ...ofShow(showId), roomIds });
    expect(links.map(({ roomId }) => roomId)).toEqual([room.roomId]);
    await events.prepare(showId);
    await events.prepared(showId);
    const all = await events.bus.call(calls.createRoomLinks, { ...ofShow(showId), roomIds });
    expect(all.links.map(({ roomId }) => roomId).toSorted()).toEqual(roomIds.toSorted());
    for (const link of all.links) expect(await stateOf(link)).toBe('open');
    await events.staffed(showId, VERA, 'viewer');
    expect(await outcomeOf(events.bus.call(calls.createRoomLinks, { actor: VERA, showId, roomIds }))).toBe(
      'event-not-operator',
    );
  });

  it('revoke earlier unused ones when they are renewed, and any number of times', async () => {
    const { showId, roomId } = await readyRoom();
    const [used, lost] = [await create({ showId, roomId }), await create({ showId, roomId })];
    await use(used, CORA);
    const renew = () => events.bus.call(calls.createRoomLinks, { ...ofShow(showId), roomIds: [roomId], renew: true });
    for (let n = 0; n < calls.CREW_LINK_LIMITS.open + 2; n += 1) await renew();
    const { links } = await renew();
    expect(await Promise.all([used, lost, links[0]!].map(stateOf))).toEqual(['used', 'revoked', 'open']);
    expect(await outcomeOf(use(lost, DAN))).toBe('crew-link-revoked');
  });

  it('need a room with a game', async () => {
    const showId = await events.showWith(1);
    const [room] = await events.rooms(showId);
    expect(await outcomeOf(create({ showId, roomId: room!.roomId }))).toBe('room-not-ready');
    const other = await events.newShow();
    expect(await outcomeOf(create({ showId: other, roomId: room!.roomId }))).toBe('room-not-found');
  });
});
