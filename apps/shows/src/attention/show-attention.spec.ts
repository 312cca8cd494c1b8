import { RoomId, type RoomNow } from '@earworm/contracts';
import { GameId, type HeardStatus, type RoomStatus, UserId } from '@earworm/rules';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenReason, type PlannedRoom, ShowAttention } from './show-attention.js';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const idOf = (n: number) => RoomId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const gameOf = (n: number) => GameId.parse(`game-${n}`);

const planned = (n: number, also: Partial<PlannedRoom> = {}): PlannedRoom => ({
  ...{ roomId: idOf(n), number: n, name: `Room ${n}`, group: '', startsAt: NOW - HOUR, gameId: gameOf(n) },
  gameCode: 'K7WQ4M',
  ...also,
});
const heardOf = (n: number, facts: Partial<RoomStatus> = {}, heardAt = NOW): [string, HeardStatus] => [
  idOf(n),
  {
    heardAt,
    status: {
      ...{ showId: idOf(0), roomId: idOf(n), gameId: gameOf(n), createdAt: NOW - HOUR, state: 'playing' },
      ...{ lastActionAt: NOW, question: 1, questions: 9, seated: 3, connected: 3, crew: 1 },
      ...facts,
    },
  },
];
const BUZZ = { buzzSince: NOW - 31_000, buzzer: 'Ann' };

describe('what the control room of an event shows', () => {
  let attention: ShowAttention;
  beforeEach(() => {
    attention = new ShowAttention(NOW - HOUR);
    attention.plan([planned(1), planned(2)], {});
  });
  const evaluate = (heard: [string, HeardStatus][], now = NOW) => attention.evaluate(new Map(heard), now);
  const roomsOf = (rooms: readonly RoomNow[]) => rooms.map(({ number }) => number);

  it('lists rooms with their plan and the facts of their games, and a card for each reason', () => {
    evaluate([heardOf(1, BUZZ), heardOf(2)]);
    const { whole, rooms, cards } = attention.changesSince([]);
    expect(whole).toBe(true);
    expect(rooms).toMatchObject([
      { number: 1, name: 'Room 1', state: 'playing', connected: 3, reasons: [{ kind: 'buzz-waiting' }] },
      { number: 2, isUnknown: false, reasons: [] },
    ]);
    expect(cards).toMatchObject([{ kind: 'buzz-waiting', since: BUZZ.buzzSince, rooms: [{ roomId: idOf(1) }] }]);
  });

  it('names the game of a room before the first status has come, and none where there is no game', () => {
    attention.plan([planned(1), planned(2, { gameId: null, gameCode: null }), planned(3)], {});
    evaluate([heardOf(3, { gameId: gameOf(30) })]);
    const { rooms } = attention.changesSince([]);
    expect(rooms.map(({ gameId, state }) => [gameId, state])).toEqual([
      [gameOf(1), undefined],
      [undefined, undefined],
      [gameOf(30), 'playing'],
    ]);
  });

  it('makes one card of rooms in one network that lose their connection within half a minute, whatever their groups', () => {
    attention.plan(
      [1, 2, 3, 4].map((n) => planned(n, { group: `Hall ${n}` })),
      {},
    );
    const lost = (n: number) => ({
      crewAwaySince: NOW - 70_000 - n * 5_000,
      network: n < 4 ? '8.8.8.0/24' : '9.9.9.9',
    });
    evaluate([1, 2, 3, 4].map((n) => heardOf(n, lost(n))));
    expect(attention.changesSince([]).cards).toMatchObject([
      { kind: 'crew-away', rooms: [{ roomId: idOf(4) }] },
      {
        kind: 'crew-away',
        common: { by: 'network', name: '8.8.8.0/24' },
        rooms: [3, 2, 1].map((n) => ({ roomId: idOf(n) })),
      },
    ]);
  });

  it('tells only what has changed since the cursor', () => {
    evaluate([heardOf(1), heardOf(2)]);
    const first = attention.changesSince([]);
    evaluate([heardOf(1), heardOf(2)]);
    expect(attention.changesSince([first.cursor])).toMatchObject({ whole: false, rooms: [], cards: null });
    evaluate([heardOf(1), heardOf(2, { connected: 2 })]);
    const next = attention.changesSince([first.cursor]);
    expect(roomsOf(next.rooms)).toEqual([2]);
    expect(next.cards).toBeNull();
    evaluate([heardOf(1, BUZZ), heardOf(2, { connected: 2 })]);
    expect(attention.changesSince([next.cursor]).cards).toHaveLength(1);
  });

  it('tells everything to a gateway with the cursor of another replica, and after a room was removed', () => {
    evaluate([heardOf(1), heardOf(2)]);
    expect(attention.changesSince(['another 7'])).toMatchObject({ whole: true });
    const { cursor } = attention.changesSince([]);
    attention.plan([planned(1)], {});
    evaluate([heardOf(1), heardOf(2)]);
    const { whole, rooms } = attention.changesSince([cursor]);
    expect([whole, roomsOf(rooms)]).toEqual([true, [1]]);
  });

  it('splits a large event into several replies, of which the last has the cards', () => {
    const all = Array.from({ length: 700 }, (_, n) => n + 1);
    attention.plan(
      all.map((n) => planned(n)),
      {},
    );
    evaluate(all.map((n) => heardOf(n, n === 1 ? BUZZ : {})));
    const replies = [attention.changesSince([])];
    while (replies.at(-1)!.more) replies.push(attention.changesSince([replies.at(-1)!.cursor]));
    expect(replies.flatMap(({ rooms }) => roomsOf(rooms))).toEqual(all);
    expect(replies.map(({ whole, cards }) => [whole, cards?.length])).toEqual([
      [true, undefined],
      [false, undefined],
      [false, 1],
    ]);
  });

  it('marks a room as unknown whose status is older than 15 seconds', () => {
    evaluate([heardOf(1, {}, NOW - 16_000), heardOf(2)]);
    const { rooms } = attention.changesSince([]);
    expect(rooms.map(({ isUnknown }) => isUnknown)).toEqual([true, false]);
  });

  it('waits with a room without a status until games in no memory have been heard of', () => {
    attention = new ShowAttention(NOW);
    attention.plan([planned(1), planned(2, { gameId: null })], {});
    for (const [afterMs, kinds] of [
      [75_000, []],
      [75_001, ['unknown']],
    ] as const) {
      evaluate([], NOW + afterMs);
      const { rooms } = attention.changesSince([]);
      expect(rooms.flatMap(({ reasons }) => reasons.map(({ kind }) => kind))).toEqual(kinds);
    }
  });

  it('finds rooms whose status is late, and none without a game', () => {
    attention.plan([planned(1), planned(2), planned(3), planned(4, { gameId: null })], {});
    const heard = [heardOf(1, {}, NOW - 10_001), heardOf(2, { resting: true }, NOW - 10_001)];
    expect(attention.late(new Map(heard), NOW).map(({ number }) => number)).toEqual([1, 3]);
  });

  it('follows the thresholds of the event', () => {
    attention.plan([planned(1)], { buzz: 60 });
    evaluate([heardOf(1, BUZZ)]);
    expect(attention.reasons).toEqual([]);
  });

  const open = (n: number, also: Partial<OpenReason>): OpenReason => ({
    ...{ roomId: idOf(n), kind: 'buzz-waiting', since: new Date(BUZZ.buzzSince) },
    ...{ claimedBy: null, claimedName: null, claimedAt: null },
    ...{ snoozedUntil: null, snoozeReason: null, snoozedName: null },
    ...also,
  });
  const onHall = () => {
    attention.plan(
      [1, 2, 3].map((n) => planned(n, { group: 'Hall 2' })),
      {},
    );
    evaluate([1, 2, 3].map((n) => heardOf(n, BUZZ)));
    return attention.changesSince([]).cards?.[0];
  };

  it('shows who is on a card, also when more rooms have joined it', () => {
    const claimed = { claimedBy: UserId.parse('paul'), claimedName: 'Paul', claimedAt: new Date(NOW - 5_000) };
    attention.note([open(1, claimed)]);
    expect(onHall()).toMatchObject({ rooms: [{}, {}, {}], claim: { name: 'Paul', at: NOW - 5_000 } });
  });

  it('shows a card as snoozed while all of it is', () => {
    const snoozed = { snoozedUntil: new Date(NOW + 60_000), snoozeReason: 'Lunch', snoozedName: 'Paul' };
    attention.note([open(1, snoozed), open(2, snoozed)]);
    expect(onHall()).not.toHaveProperty('snooze');
    attention.note([1, 2, 3].map((n) => open(n, snoozed)));
    expect(onHall()).toMatchObject({ snooze: { until: NOW + 60_000, reason: 'Lunch', name: 'Paul' } });
    attention.note([1, 2, 3].map((n) => open(n, { ...snoozed, snoozedUntil: new Date(NOW) })));
    expect(onHall()).not.toHaveProperty('snooze');
  });
});
