import * as calls from '@earworm/contracts';
import {
  erasedSubject,
  ROOM_STATUSES,
  ROOM_STATUSES_WANTED,
  type Room,
  type RoomStatusesMessage,
  ShowId,
} from '@earworm/contracts';
import { type AttentionKind, GameId, type RoomStatus } from '@earworm/rules';
import { publishJson } from '@earworm/service-kit/bus';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, type RunningEvents, runEvents } from '../testing/running-events.js';

const [PAUL, VERA, EVE] = ['paul', 'vera', 'eve'].map((name) => actor(name)) as [
  calls.ShowActor,
  calls.ShowActor,
  calls.ShowActor,
];
const ADMIN = actor('ada', { isAdmin: true });

describeWith('postgres', 'the control room of an event', () => {
  let events: RunningEvents;
  let showId: ShowId;
  let rooms: Room[];
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(async () => {
    await events.clear();
    showId = await events.showWith(2);
    await events.staffed(showId, PAUL, 'operator');
    await events.staffed(showId, VERA, 'viewer');
    await events.prepare(showId);
    await events.prepared(showId);
    rooms = await events.rooms(showId);
  });
  afterAll(() => events?.close());

  const statusOf = (room: Room, facts: Partial<RoomStatus> = {}): RoomStatus => ({
    ...{ showId, roomId: room.roomId, gameId: room.gameId!, createdAt: 1, state: 'playing' as const },
    ...{ lastActionAt: Date.now(), question: 1, questions: 9, seated: 3, connected: 3, crew: 1 },
    ...facts,
  });
  const publish = (...statuses: RoomStatus[]) =>
    publishJson(events.bus, ROOM_STATUSES, { statuses } satisfies RoomStatusesMessage);
  const waiting = (room = rooms[0]!) => publish(statusOf(room, { buzzSince: Date.now() - 31_000, buzzer: 'Ann' }));
  const watch = (also: Partial<calls.RequestOf<typeof calls.watchShow>> = {}) =>
    events.bus.call(calls.watchShow, { showId, after: [], userIds: [], ...also });
  const cards = async () => (await watch()).cards ?? [];
  const reasons = (kind: AttentionKind = 'buzz-waiting') => [{ roomId: rooms[0]!.roomId, kind }];
  const claim = (by: calls.ShowActor, also: Partial<calls.RequestOf<typeof calls.claimAttention>> = {}) =>
    events.bus.call(calls.claimAttention, {
      ...{ actor: by, showId, reasons: reasons(), isClaimed: true, from: null },
      ...also,
    });
  const snooze = (by: calls.ShowActor, also: Partial<calls.RequestOf<typeof calls.snoozeAttention>> = {}) =>
    events.bus.call(calls.snoozeAttention, {
      ...{ actor: by, showId, reasons: reasons(), minutes: 5, reason: 'The caterer is in the way' },
      ...also,
    });
  const solved = async (by = OLGA) => (await events.bus.call(calls.listSolved, { actor: by, showId })).solved;

  it('shows each room with its game, and cards of those that need attention', async () => {
    publish(statusOf(rooms[1]!));
    waiting();
    await eventually(async () => expect(await cards()).toMatchObject([{ kind: 'buzz-waiting' }]));
    expect((await watch()).rooms).toMatchObject([
      { number: 1, buzzer: 'Ann', gameCode: rooms[0]!.gameCode, reasons: [{ kind: 'buzz-waiting' }] },
      { number: 2, connected: 3, reasons: [] },
    ]);
  });

  it('asks all owners for their statuses as it starts', async () => {
    const asked = Promise.withResolvers<void>();
    const listening = events.bus.subscribe(ROOM_STATUSES_WANTED, () => asked.resolve());
    await events.start();
    await asked.promise;
    listening.unsubscribe();
  });

  it('tells a gateway who of those who watch is on the staff', async () => {
    const userIds = [OLGA, VERA, EVE].map(({ userId }) => userId);
    expect((await watch({ userIds })).roles).toEqual(['operator', 'viewer', null]);
    const gone = ShowId.parse('00000000-0000-4000-8000-000000000000');
    expect(await outcomeOf(watch({ showId: gone }))).toBe('event-not-found');
  });

  it('looks at the game that is played now in a room of which nothing is heard, so that its owner loads it', async () => {
    const [first, other] = rooms.map(({ gameId }) => gameId!) as [GameId, GameId];
    const [second, third] = [GameId.parse('second'), GameId.parse('third')];
    events.games.next.set(first, second).set(second, third);
    const looked: GameId[] = [];
    events.games.beforeLook = (gameId) => void looked.push(gameId);
    await watch();
    await eventually(() => expect(new Set(looked)).toEqual(new Set([first, second, third, other])));
  });

  it('shows nothing of a room that is not in the event, whatever a status says', async () => {
    const other = await events.showWith(1);
    publish(statusOf(rooms[0]!, { showId: other }));
    const { rooms: shown } = await watch({ showId: other });
    expect(shown).toMatchObject([{ number: 1 }]);
    expect(shown[0]).not.toHaveProperty('state');
  });

  it('lets one of two operators have a card, tells the other one who, and lets them take it knowingly', async () => {
    waiting();
    const outcomes = await Promise.all([outcomeOf(claim(OLGA)), outcomeOf(claim(PAUL))]);
    expect([...outcomes].sort()).toEqual(['attention-claimed', 'ok']);
    const [first, second] = outcomes[0] === 'ok' ? [OLGA, PAUL] : [PAUL, OLGA];
    expect(await outcomeOf(claim(first))).toBe('ok');
    expect(await cards()).toMatchObject([{ claim: { userId: first.userId, name: first.name } }]);
    await expect(claim(second)).rejects.toMatchObject({ params: { name: first.name } });
    await claim(second, { from: first.userId });
    expect(await cards()).toMatchObject([{ claim: { userId: second.userId } }]);
    expect(await outcomeOf(claim(first, { isClaimed: false }))).toBe('attention-claimed');
    await claim(second, { isClaimed: false });
    expect((await cards())[0]).not.toHaveProperty('claim');
  });

  it('lets a card wait for a reason and some minutes, or not any more', async () => {
    waiting();
    expect(await outcomeOf(snooze(PAUL, { reason: ' ' }))).toBe('reason-required');
    await snooze(PAUL);
    expect(await cards()).toMatchObject([{ snooze: { reason: 'The caterer is in the way', name: 'paul' } }]);
    await snooze(OLGA, { minutes: 0, reason: '' });
    expect((await cards())[0]).not.toHaveProperty('snooze');
  });

  it('ends a card with its cause, and lists what was solved, how long it took and who was on it', async () => {
    waiting();
    await claim(PAUL);
    publish(statusOf(rooms[0]!));
    await eventually(async () => expect(await solved()).toHaveLength(1));
    expect(await cards()).toEqual([]);
    const [reason] = await solved();
    expect(reason).toMatchObject({ ...{ number: 1, name: 'Room 1', kind: 'buzz-waiting', claimedBy: 'paul' } });
    expect(reason!.endedAt - reason!.since).toBeGreaterThanOrEqual(31_000);
    expect(await outcomeOf(claim(PAUL))).toBe('attention-over');
  });

  it('keeps claims over a restart, and ends what was solved meanwhile', async () => {
    waiting();
    await claim(PAUL);
    const replica = await events.start();
    waiting();
    const replies = await Promise.all(Array.from({ length: 6 }, () => cards()));
    for (const each of replies) expect(each).toMatchObject([{ claim: { name: 'paul' } }]);
    publish(statusOf(rooms[0]!));
    await eventually(async () => expect(await solved()).toHaveLength(1));
    await replica.close();
  });

  it('lets viewers and administrators read, operators act, and all others learn nothing', async () => {
    waiting();
    for (const act of [claim, snooze]) {
      expect(await outcomeOf(act(VERA))).toBe('event-not-operator');
      expect(await outcomeOf(act(EVE))).toBe('event-not-found');
      expect(await outcomeOf(act(ADMIN))).toBe('event-not-found');
    }
    expect([await solved(VERA), await solved(ADMIN)]).toEqual([[], []]);
    expect(await outcomeOf(solved(EVE))).toBe('event-not-found');
  });

  it('lets no one act on a room of another event', async () => {
    waiting();
    const other = await events.newShow({}, EVE);
    expect(await outcomeOf(claim(EVE, { showId: other }))).toBe('attention-over');
  });

  it('follows the thresholds of the event', async () => {
    const { version, facts } = await events.read(showId);
    waiting();
    await eventually(async () => expect(await cards()).toHaveLength(1));
    const thresholds = { buzz: 60 };
    await events.bus.call(calls.saveShow, {
      ...{ actor: OLGA, showId, basedOn: version },
      facts: { ...facts, thresholds },
    });
    await eventually(async () => expect(await cards()).toHaveLength(0));
    expect((await events.read(showId)).facts.thresholds).toEqual(thresholds);
  });

  it('forgets what it knew of an erased game, in each replica and in the database, and nothing of other rooms', async () => {
    const replica = await events.start();
    publish(statusOf(rooms[1]!, { leader: { name: 'Ben', points: 100 } }));
    waiting();
    await snooze(PAUL, { reason: 'Ann is in the bar' });
    await eventually(async () => expect(await cards()).toHaveLength(1));
    const { gameId } = rooms[0]!;
    events.bus.publish(erasedSubject(gameId!), new Uint8Array());
    await events.bus.call(calls.eraseInShows, { gameIds: [gameId!] });
    await eventually(async () => {
      // From the memory of both.
      for (let times = 0; times < 6; times++) {
        const shown = await watch();
        expect(JSON.stringify(shown)).not.toMatch(/Ann|bar/);
        expect(shown.rooms).toMatchObject([{ number: 1 }, { number: 2, leader: { name: 'Ben' } }]);
        expect(JSON.stringify(shown.cards)).not.toContain(rooms[0]!.roomId);
      }
    });
    const rows = 'select from attention where room_id = $1 and ended_at is null';
    await eventually(async () => expect(await events.source.query(rows, [rooms[0]!.roomId])).toEqual([]));
    expect(await solved()).toEqual([]);
    await replica.close();
  });
});
