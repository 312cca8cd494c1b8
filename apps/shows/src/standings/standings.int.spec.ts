import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as calls from '@earworm/contracts';
import {
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type RoomId,
  type ShowActor,
  type ShowId,
} from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { actor, OLGA, outcomeOf, row, runEvents, type RunningEvents } from '../testing/running-events.js';

const VERA = actor('vera');
type Asked = Partial<RequestOf<typeof calls.listStandings>>;

describeWith('postgres', 'the standings that staff reads', () => {
  let events: RunningEvents;
  /** What the library was asked for, in this order. */
  const read: RequestOf<typeof calls.showStandings>[] = [];
  const kept: RequestOf<typeof calls.keepStandings>[] = [];
  let isAway = false;
  let lastRoom: RoomId | null = null;

  beforeAll(async () => {
    events = await runEvents();
    events.bus.serve(calls.showStandings, (request) => {
      read.push(request);
      const roomId = lastRoom ?? request.roomIds[0];
      const entry = { rank: 1, name: 'Ann', points: 100, right: 1, wrong: 0, value: 100, games: 1 };
      return { total: 1, rounds: 2, hasTeams: true, entries: roomId === undefined ? [] : [{ ...entry, roomId }] };
    });
    events.bus.serve(calls.keepStandings, (request) => {
      if (isAway) throw new RefusedError('unavailable');
      kept.push(request);
      return {};
    });
  });
  beforeEach(() => {
    read.length = kept.length = 0;
    isAway = false;
    lastRoom = null;
    return events.clear();
  });
  afterAll(() => events?.close());

  const list = (
    showId: ShowId,
    asked: Asked = {},
    by: ShowActor = OLGA,
  ): Promise<ReplyOf<typeof calls.listStandings>> =>
    events.bus.call(calls.listStandings, {
      ...{ showId, actor: by, kind: 'players', counting: 'points', page: 1 },
      ...asked,
    });
  const freeze = (showId: ShowId, frozen: boolean, by: ShowActor = OLGA) =>
    events.bus.call(calls.freezeStandings, { actor: by, showId, frozen });
  const twoGroups = async () => {
    const showId = await events.newShow();
    await events.save(showId, [
      row(1, { group: 'Lyon' }),
      row(2, { group: 'Graz' }),
      row(3, { group: 'Lyon' }),
      row(4),
    ]);
    return { showId, rooms: await events.rooms(showId) };
  };

  it('name the room of each entry, and the groups of the event', async () => {
    const { showId, rooms } = await twoGroups();
    expect(await list(showId, { counting: 'average', kind: 'teams', round: 2 })).toEqual({
      ...{ total: 1, rounds: 2, hasTeams: true, frozenAt: null, isFrozen: false },
      isRevealing: false,
      groups: ['Lyon', 'Graz', ''],
      entries: [
        {
          ...{ rank: 1, name: 'Ann', points: 100, right: 1, wrong: 0, value: 100, games: 1 },
          room: { roomId: rooms[0]!.roomId, number: 1, name: 'Room 1' },
        },
      ],
    });
    const roomIds = rooms.map(({ roomId }) => roomId);
    expect(read).toEqual([{ showId, roomIds, counting: 'average', kind: 'teams', round: 2, page: 1, frozenAt: null }]);
  });

  it('rank the rooms of one group when asked to', async () => {
    const { showId, rooms } = await twoGroups();
    for (const group of ['Lyon', '', 'Porto']) await list(showId, { group });
    expect(read.map(({ roomIds }) => roomIds)).toEqual([[rooms[0]!.roomId, rooms[2]!.roomId], [rooms[3]!.roomId], []]);
  });

  it('leave out a room that was removed meanwhile', async () => {
    const { showId, rooms } = await twoGroups();
    lastRoom = rooms[1]!.roomId;
    await events.bus.call(calls.removeRoom, { actor: OLGA, showId, roomId: rooms[1]!.roomId });
    expect((await list(showId)).entries).toEqual([]);
  });

  it('keep viewers from the results of single games, from which they follow, while they are frozen', async () => {
    const showId = await events.showWith(1);
    await events.staffed(showId, VERA, 'viewer');
    const results = (by: ShowActor) => outcomeOf(events.bus.call(calls.listResults, { actor: by, showId }));
    expect(await results(VERA)).toBe('ok');
    await freeze(showId, true);
    expect([await results(VERA), await results(OLGA)]).toEqual(['event-not-operator', 'ok']);
    await freeze(showId, false);
    expect(await results(VERA)).toBe('ok');
  });

  it('stay the same for viewers from when an operator freezes them until they are released', async () => {
    const { showId } = await twoGroups();
    await events.staffed(showId, VERA, 'viewer');
    const { frozenAt } = await freeze(showId, true);
    expect(kept).toEqual([{ showId, at: frozenAt }]);
    expect(await list(showId, {}, VERA)).toMatchObject({ frozenAt, isFrozen: true });
    for (const by of [OLGA, actor('anna', { isAdmin: true })])
      expect(await list(showId, {}, by)).toMatchObject({ frozenAt, isFrozen: false });
    expect(read.map((asked) => asked.frozenAt)).toEqual([frozenAt, null, null]);
    // Once more: they stay as they were the first time.
    expect(await freeze(showId, true)).toEqual({ frozenAt });
    expect(kept).toHaveLength(1);
    expect(await freeze(showId, false)).toEqual({ frozenAt: null });
    expect(await freeze(showId, false)).toEqual({ frozenAt: null });
    expect(kept.slice(1)).toEqual([{ showId, at: null }]);
    expect(await list(showId, {}, VERA)).toMatchObject({ frozenAt: null, isFrozen: false });
  });

  it('remain live while the library cannot keep them', async () => {
    const { showId } = await twoGroups();
    isAway = true;
    expect(await outcomeOf(freeze(showId, true))).toBe('unavailable');
    expect(await list(showId)).toMatchObject({ frozenAt: null });
  });

  it('end at once also while the library cannot discard what it keeps', async () => {
    const { showId } = await twoGroups();
    await events.staffed(showId, VERA, 'viewer');
    await freeze(showId, true);
    isAway = true;
    expect(await freeze(showId, false)).toEqual({ frozenAt: null });
    isAway = false;
    expect(await list(showId, {}, VERA)).toMatchObject({ isFrozen: false });
  });

  it('answer staff and administrators, and are frozen by operators only', async () => {
    const { showId } = await twoGroups();
    await events.staffed(showId, VERA, 'viewer');
    const admin = actor('anna', { isAdmin: true });
    const asked = (by: ShowActor) =>
      Promise.all([outcomeOf(list(showId, {}, by)), outcomeOf(freeze(showId, true, by))]);
    expect(await asked(actor('eve'))).toEqual(['event-not-found', 'event-not-found']);
    expect(await asked(VERA)).toEqual(['ok', 'event-not-operator']);
    expect(await asked(admin)).toEqual(['ok', 'event-not-found']);
    expect(kept).toEqual([]);
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect(await outcomeOf(freeze(showId, true))).toBe('event-deleted');
  });
});
