import * as calls from '@earworm/contracts';
import { RefusedError, type Room, type ShowId, TemplateId } from '@earworm/contracts';
import { GameId, roomActor } from '@earworm/rules';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, facts, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const TEMPLATE = TemplateId.parse('template-1');
const VERA = actor('vera');

/** `passed` resolves once it is opened. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

describeWith('postgres', 'preparing rooms', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
    // Two replicas share the work.
    await events.start();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const roomOf = async (showId: ShowId, number = 1): Promise<Room> => {
    const room = (await events.rooms(showId)).find((each) => each.number === number);
    if (room === undefined) throw new Error(`there is no room ${number}`);
    return room;
  };
  /** Creations wait here; opened again after the spec by `clear`. */
  const holdCreations = () => {
    const { passed, open } = gate();
    events.games.beforeCreation = () => passed;
    return open;
  };
  const inState = (showId: ShowId, state: keyof calls.RoomCounts, count: number) =>
    eventually(async () => expect((await events.read(showId)).counts[state]).toBe(count));

  it('creates one game for each room, with its template, the settings of the event and the name of the room', async () => {
    const showId = await events.newShow({ settings: { attempts: 'once' }, timeTrialMode: true });
    await events.save(showId, [row(1, { templateId: TEMPLATE }), row(2, { name: 'A very long name of a room' })]);
    expect(await events.prepare(showId)).toEqual({ counts: { planned: 0, preparing: 2, ready: 0, failed: 0 } });
    expect(await events.prepared(showId)).toEqual({ planned: 0, preparing: 0, ready: 2, failed: 0 });
    const { created, named } = events.games;
    expect(created.size).toBe(2);
    for (const { roomId, gameId, gameCode, name, number } of await events.rooms(showId)) {
      expect(gameCode).toBe(events.games.codes.get(roomId));
      expect(named.get(gameId!)).toBe(name);
      expect(created.get(gameId!)).toMatchObject({
        actor: { userId: roomActor(roomId), isAdmin: false },
        ...{ requestId: roomId, settings: { attempts: 'once' }, timeTrialMode: true },
        categories: number === 1 ? [{ name: 'One' }] : [],
        moderatorName: number === 1 ? 'Room 1' : 'A very long name of',
      });
    }
  });

  it('gives the game of a room its teams, which cannot change once it exists', async () => {
    const showId = await events.newShow();
    const teams = [{ name: 'Reds', key: 'R1' }, { name: 'Blues' }];
    await events.save(showId, [row(1, { teams }), row(2)]);
    await events.prepare(showId);
    await events.prepared(showId);
    const gameIds = (await events.rooms(showId)).map(({ gameId }) => gameId!);
    expect(gameIds.map((gameId) => events.games.created.get(gameId)?.teams)).toEqual([teams, []]);
    const other = [row(1, { teams: [{ name: 'Greens' }] }), row(3)];
    await expect(events.save(showId, other)).rejects.toMatchObject({ code: 'room-has-game', params: { id: 'row-1' } });
    expect(await events.save(showId, [row(1, { teams, name: 'Garden' })])).toMatchObject({ changed: 1 });
    expect(await events.save(showId, [row(1, { name: 'Yard' })])).toMatchObject({ changed: 1 });
    expect(await events.rooms(showId)).toHaveLength(2);
  });

  it('reads a template once for a batch, with the rights of the operator who asked', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.staffed(showId, VERA, 'operator');
    await events.save(
      showId,
      Array.from({ length: 30 }, (_, n) => row(n + 1, { templateId: TEMPLATE })),
    );
    await events.prepare(showId, VERA);
    expect(await events.prepared(showId)).toMatchObject({ ready: 30 });
    // Once by each replica.
    expect(events.games.taken.length).toBeLessThanOrEqual(2);
    for (const { actor: by } of events.games.taken) expect(by).toMatchObject({ userId: 'vera', isAdmin: false });
  });

  it('creates nothing twice after a second click, or when another operator asks as well', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.staffed(showId, VERA, 'operator');
    await events.save(
      showId,
      Array.from({ length: 20 }, (_, n) => row(n + 1)),
    );
    await Promise.all([events.prepare(showId), events.prepare(showId), events.prepare(showId, VERA)]);
    expect(await events.prepared(showId)).toMatchObject({ ready: 20 });
    await events.prepare(showId, VERA);
    expect(await events.prepared(showId)).toMatchObject({ ready: 20 });
    expect([events.games.created.size, events.games.asked]).toEqual([20, 20]);
  });

  it('plans rooms again that were not begun when it is stopped, and finishes the others', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.save(
      showId,
      Array.from({ length: 30 }, (_, n) => row(n + 1)),
    );
    const open = holdCreations();
    await events.prepare(showId);
    await eventually(() => expect(events.games.asked).toBeGreaterThan(0));
    const { counts } = await events.stop(showId);
    expect(counts.planned).toBeGreaterThan(0);
    open();
    const after = await events.prepared(showId);
    expect([after.planned + after.ready, after.failed]).toEqual([30, 0]);
    expect(after.ready).toBeGreaterThan(0);
    await events.prepare(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 30 });
    expect(events.games.created.size).toBe(30);
  });

  it('fails the rooms whose template was deleted, and prepares them by a retry once it is there', async () => {
    const showId = await events.newShow();
    const gone = TemplateId.parse('template-gone');
    await events.save(showId, [row(1, { templateId: TEMPLATE }), row(2, { templateId: gone })]);
    await events.prepare(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 1, failed: 1 });
    expect(await roomOf(showId, 2)).toMatchObject({ state: 'failed', code: 'template-not-found', gameId: null });
    await events.prepare(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 1, failed: 1 });
    await events.retry(showId);
    expect(await events.prepared(showId)).toMatchObject({ failed: 1 });
    events.games.templates.add(gone);
    await events.retry(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 2 });
    expect(await roomOf(showId, 2)).toMatchObject({ code: null });
  });

  it('prepares a failed room with another template of a changed row', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1, { templateId: TemplateId.parse('template-gone') })]);
    await events.prepare(showId);
    await inState(showId, 'failed', 1);
    await events.save(showId, [row(1, { templateId: TEMPLATE })]);
    await events.retry(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 1 });
  });

  it('waits while the game service is busy, and creates every game afterwards', async () => {
    const showId = await events.showWith(12);
    let refusals = 0;
    events.games.beforeAdmission = () => {
      refusals += 1;
      if (refusals <= 15) throw new RefusedError('busy');
    };
    await events.prepare(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 12, failed: 0 });
    expect(refusals).toBe(27);
  });

  it('asks for few games at the same time', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.save(
      showId,
      Array.from({ length: 30 }, (_, n) => row(n + 1)),
    );
    let [now, most] = [0, 0];
    events.games.beforeCreation = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    };
    await events.prepare(showId);
    expect(await events.prepared(showId)).toMatchObject({ ready: 30 });
    // Four of each replica.
    expect(most).toBeLessThanOrEqual(8);
  });

  it('tells the game of a room its new name, also while the game is being created', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1), row(2)]);
    await events.prepare(showId);
    await events.prepared(showId);
    const { gameId } = await roomOf(showId);
    await events.save(showId, [row(1, { name: 'Garden' })]);
    await events.prepared(showId);
    expect(events.games.named.get(gameId!)).toBe('Garden');
    expect(await roomOf(showId)).toMatchObject({ state: 'ready', gameId });

    await events.save(showId, [row(3)]);
    const open = holdCreations();
    await events.prepare(showId);
    await eventually(() => expect(events.games.asked).toBe(3));
    await events.save(showId, [row(3, { name: 'Roof' })]);
    open();
    expect(await events.prepared(showId)).toMatchObject({ ready: 3 });
    expect(events.games.named.get((await roomOf(showId, 3)).gameId!)).toBe('Roof');
  });

  it('tells a new name to the game that is played in the room now, and keeps the code of the room', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1)]);
    await events.prepare(showId);
    await events.prepared(showId);
    const { gameId, gameCode } = await roomOf(showId);
    const later = GameId.parse('played-again');
    events.games.next.set(gameId!, later);
    await events.save(showId, [row(1, { name: 'Garden' })]);
    await events.prepared(showId);
    expect([events.games.named.get(gameId!), events.games.named.get(later)]).toEqual(['Room 1', 'Garden']);
    expect(await roomOf(showId)).toMatchObject({ gameId, gameCode });
  });

  it('keeps the template of a room that has its game', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1)]);
    await events.prepare(showId);
    await events.prepared(showId);
    await expect(events.save(showId, [row(1, { templateId: TEMPLATE })])).rejects.toMatchObject({
      code: 'room-has-game',
      params: { id: 'row-1' },
    });
  });

  it('refuses to remove a room while its game is being created', async () => {
    const showId = await events.showWith(1);
    const open = holdCreations();
    await events.prepare(showId);
    await eventually(() => expect(events.games.asked).toBe(1));
    const { roomId } = await roomOf(showId);
    const remove = () => events.bus.call(calls.removeRoom, { actor: OLGA, showId, roomId });
    expect(await outcomeOf(remove())).toBe('room-preparing');
    open();
    await events.prepared(showId);
    await remove();
    expect(await events.rooms(showId)).toEqual([]);
  });

  it('counts the games of removed rooms, so that a room cannot get any number of games', async () => {
    const showId = await events.newShow();
    await events.bus.call(calls.setShowQuota, { showId, quota: { rooms: 2, people: 600 } });
    for (const n of [1, 2, 3, 4]) {
      await events.save(showId, [row(n)]);
      await events.prepare(showId);
      await events.prepared(showId);
      const { roomId } = await roomOf(showId, n);
      await events.bus.call(calls.removeRoom, { actor: OLGA, showId, roomId });
    }
    expect(await outcomeOf(events.save(showId, [row(5)]))).toBe('event-rooms-full');
  });

  it('rests while an event is deleted, and goes on after it was restored', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.save(
      showId,
      Array.from({ length: 30 }, (_, n) => row(n + 1)),
    );
    const open = holdCreations();
    await events.prepare(showId);
    await eventually(() => expect(events.games.asked).toBeGreaterThan(0));
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    open();
    const other = await events.newShow({ name: 'Another' });
    await events.save(other, [row(1)]);
    await events.prepare(other);
    expect(await events.prepared(other)).toMatchObject({ ready: 1 });
    expect((await events.read(showId)).counts.preparing).toBeGreaterThan(0);
    await events.bus.call(calls.restoreShow, { actor: OLGA, showId });
    expect(await events.prepared(showId)).toMatchObject({ ready: 30 });
  });

  it('finishes a batch whose operator was removed from the staff', async () => {
    const showId = await events.showWith(12);
    await events.staffed(showId, VERA, 'operator');
    const open = holdCreations();
    await events.prepare(showId, VERA);
    await events.bus.call(calls.removeStaff, { actor: OLGA, showId, memberId: VERA.userId });
    open();
    expect(await events.prepared(showId)).toMatchObject({ ready: 12 });
    expect(await outcomeOf(events.prepare(showId, VERA))).toBe('event-not-found');
  });

  it('uses the settings of the event as they are when a game is created', async () => {
    const showId = await events.newShow();
    await events.save(showId, [row(1)]);
    const { facts: written } = await events.read(showId);
    const changed = { ...facts(), ...written, settings: { musicOn: 'players' as const } };
    await events.bus.call(calls.saveShow, { actor: OLGA, showId, basedOn: 1, facts: changed });
    await events.prepare(showId);
    await events.prepared(showId);
    expect([...events.games.created.values()]).toEqual([expect.objectContaining({ settings: { musicOn: 'players' } })]);
  });
});

describeWith('postgres', 'preparing rooms after a crash', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents({ claimMs: 300 });
    await events.start();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  it('finishes the rooms of a replica that died in the middle, without a second game', async () => {
    const showId = await events.newShow({ peoplePerRoom: 1 });
    await events.save(
      showId,
      Array.from({ length: 6 }, (_, n) => row(n + 1)),
    );
    // Created, and not written down: the claim of a process that is no more.
    const dead = gate();
    let deaths = 0;
    events.games.afterCreation = () => (++deaths <= 3 ? dead.passed : undefined);
    await events.prepare(showId);
    const rooms = await eventually(async () => {
      const found = await events.rooms(showId);
      expect(found.filter(({ state }) => state === 'ready')).toHaveLength(6);
      return found;
    });
    expect(new Set(rooms.map(({ gameId }) => gameId)).size).toBe(6);
    expect(events.games.created.size).toBe(6);
    expect(events.games.asked).toBeGreaterThanOrEqual(9);
    // The late answers of the dead change nothing.
    dead.open();
    await eventually(() => expect(events.games.named.size).toBe(6));
    expect(await events.rooms(showId)).toEqual(rooms);
  });

  it('begins after a restart with the rooms that were not begun', async () => {
    const showId = await events.showWith(3);
    await events.source.query(
      `update room set state = 'preparing', prepared_by = 'olga', batch_id = gen_random_uuid(),
        claim = gen_random_uuid(), claimed_until = now() + interval '100 milliseconds'`,
    );
    expect(await events.prepared(showId)).toMatchObject({ ready: 3 });
  });
});
