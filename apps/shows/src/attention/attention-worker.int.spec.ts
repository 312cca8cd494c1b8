import * as calls from '@earworm/contracts';
import { ROOM_STATUSES, type Room, type RoomStatusesMessage, type ShowId } from '@earworm/contracts';
import type { AttentionKind, RoomStatus } from '@earworm/rules';
import { publishJson } from '@earworm/service-kit/bus';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { OLGA, type RunningEvents, runEvents } from '../testing/running-events.js';

describeWith('postgres', 'what operators do between two looks at the rooms of an event', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let rooms: [Room, Room];
  beforeAll(async () => {
    // Only what operators do makes it look.
    events = await runEvents({ attentionMs: 60_000 });
  });
  beforeEach(async () => {
    await events.clear();
    showId = await events.showWith(2);
    await events.prepare(showId);
    await events.prepared(showId);
    rooms = (await events.rooms(showId)) as [Room, Room];
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => events?.close());

  const publish = ({ roomId, gameId }: Room, facts: Partial<RoomStatus> = {}) =>
    publishJson(events.bus, ROOM_STATUSES, {
      statuses: [
        {
          ...{ showId, roomId, gameId: gameId!, createdAt: 1, state: 'playing' as const, lastActionAt: Date.now() },
          ...{ question: 1, questions: 9, seated: 3, connected: 3, crew: 1, ...facts },
        },
      ],
    } satisfies RoomStatusesMessage);
  const waits = (room: Room) => publish(room, { buzzSince: Date.now() - 31_000, buzzer: 'Ann' });
  const callsForHelp = (room: Room, also: Partial<RoomStatus> = {}) =>
    publish(room, { help: { category: 'sound', text: '', name: 'Cem', since: 1 }, ...also });
  const claim = ({ roomId }: Room, kind: AttentionKind) =>
    events.bus.call(calls.claimAttention, {
      ...{ actor: OLGA, showId, reasons: [{ roomId, kind }], isClaimed: true, from: null },
    });
  const solved = async () => {
    const list = await events.bus.call(calls.listSolved, { actor: OLGA, showId });
    return list.solved.map(({ number, kind }) => [number, kind]);
  };
  const cards = async () => (await events.bus.call(calls.watchShow, { showId, after: [], userIds: [] })).cards;
  const pass = (ms: number) => {
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  };

  it('solves what is over in other rooms', async () => {
    const [first, second] = rooms;
    waits(first);
    await claim(first, 'buzz-waiting');
    publish(first);
    waits(second);
    await claim(second, 'buzz-waiting');
    expect(await solved()).toEqual([[1, 'buzz-waiting']]);
    waits(first);
    await claim(second, 'buzz-waiting');
    const claims = (await cards())?.map(({ rooms: [room], claim: by }) => [room?.roomId, by?.name ?? null]);
    expect(claims).toHaveLength(2);
    expect(claims).toEqual(
      expect.arrayContaining([
        [first.roomId, null],
        [second.roomId, 'olga'],
      ]),
    );
  });

  it.each([['playing'], ['setup']] as const)(
    'solves no call for help of a room in %s that is not heard of, and keeps who is on it',
    async (state) => {
      const [first, second] = rooms;
      callsForHelp(first, { state });
      await claim(first, 'help');
      pass(16_000);
      waits(second);
      await claim(second, 'buzz-waiting');
      expect(await solved()).toEqual([]);
      callsForHelp(first, { state });
      const all = await cards();
      expect(all?.find(({ kind }) => kind === 'help')).toMatchObject({ claim: { name: 'olga' } });
    },
  );

  it('solves that a room was not heard of once it is', async () => {
    const [first, second] = rooms;
    publish(first);
    waits(second);
    await claim(second, 'buzz-waiting');
    pass(16_000);
    waits(second);
    await claim(first, 'unknown');
    publish(first);
    await claim(second, 'buzz-waiting');
    expect(await solved()).toEqual([[1, 'unknown']]);
  });
});
