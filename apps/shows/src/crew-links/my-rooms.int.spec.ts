import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as calls from '@earworm/contracts';
import type { Room, ShowId } from '@earworm/contracts';
import { GameId, UserId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { inDays, OLGA, row, runEvents, type RunningEvents } from '../testing/running-events.js';

const CEM = UserId.parse('cem');

describeWith('postgres', 'the rooms of a member of the crew', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const roomsOf = async (userId: UserId) => (await events.bus.call(calls.listMyRooms, { userId })).rooms;

  async function runs(userId: UserId, showId: ShowId, { roomId }: Room): Promise<void> {
    const link = await events.bus.call(calls.createRoomLink, { actor: OLGA, showId, roomId });
    const { linkId, secret } = link;
    await events.bus.call(calls.useCrewLink, { linkId, secret, userId, name: userId });
  }

  async function readyShow(rows: ReturnType<typeof row>[], also: Parameters<RunningEvents['newShow']>[0] = {}) {
    const showId = await events.newShow(also);
    await events.save(showId, rows);
    await events.prepare(showId);
    await events.prepared(showId);
    return { showId, rooms: await events.rooms(showId) };
  }

  it('lists those whose links were used, by their start, once each', async () => {
    const later = inDays(2);
    const { showId, rooms } = await readyShow([row(1, { startsAt: later, group: 'Hall A' }), row(2), row(3)], {
      place: 'Lyon',
    });
    await runs(CEM, showId, rooms[0]!);
    await runs(CEM, showId, rooms[1]!);
    await runs(CEM, showId, rooms[0]!);
    await runs(UserId.parse('dora'), showId, rooms[2]!);
    const found = await roomsOf(CEM);
    expect(found.map(({ number }) => number)).toEqual([2, 1]);
    expect(found[1]).toMatchObject({
      ...{ name: 'Room 1', group: 'Hall A', showName: 'Quiz night', place: 'Lyon', timeZone: 'Europe/Berlin' },
      ...{ startsAt: later, gameId: rooms[0]!.gameId, status: 'setup', hasDesk: true },
    });
    expect(await roomsOf(UserId.parse('eve'))).toEqual([]);
  });

  it('leads to the game that is played in the room now', async () => {
    const { showId, rooms } = await readyShow([row(1)]);
    const [room] = rooms;
    await runs(CEM, showId, room!);
    const next = GameId.parse('another-round');
    events.games.next.set(room!.gameId!, next);
    await runs(CEM, showId, room!);
    expect((await roomsOf(CEM)).map(({ gameId }) => gameId)).toEqual([next]);
  });

  it('lists no room of a deleted event, and none whose crew the user has left', async () => {
    const { showId, rooms } = await readyShow([row(1)]);
    await runs(CEM, showId, rooms[0]!);
    events.games.left.add(CEM);
    expect(await roomsOf(CEM)).toEqual([]);
    events.games.left.clear();
    expect(await roomsOf(CEM)).toHaveLength(1);
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect(await roomsOf(CEM)).toEqual([]);
  });

  it('follows a guest to the account that they sign in to', async () => {
    const { showId, rooms } = await readyShow([row(1)]);
    const [guest, account] = [UserId.parse('guest-7'), UserId.parse('account-7')];
    await runs(guest, showId, rooms[0]!);
    await events.bus.call(calls.moveInShows, { from: guest, to: account });
    // The game knows the account as well, once identity has moved the member there.
    await runs(account, showId, rooms[0]!);
    expect([await roomsOf(guest), (await roomsOf(account)).length]).toEqual([[], 1]);
  });
});
