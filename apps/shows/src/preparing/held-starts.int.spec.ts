import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { type Room, type ShowId, TemplateId } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const EVE = actor('eve');

describeWith('postgres', 'starts that are held in rooms prepared later', () => {
  let events: RunningEvents;
  let showId: ShowId;
  beforeAll(async () => {
    events = await runEvents();
    // Two replicas share the work.
    await events.start();
  });
  beforeEach(async () => {
    await events.clear();
    showId = await events.showWith(2, { group: 'Hall A' });
    await prepare();
    await events.staffed(showId, EVE, 'operator');
  });
  afterAll(() => events?.close());

  const prepare = async () => {
    await events.prepare(showId);
    await events.prepared(showId);
  };
  const roomOf = async (number: number): Promise<Room> =>
    (await events.rooms(showId)).find((room) => room.number === number)!;
  /** A room that is saved and prepared now. */
  const further = async (number: number, also: Parameters<typeof row>[1] = {}): Promise<GameId> => {
    await events.save(showId, [row(number, also)]);
    await prepare();
    return (await roomOf(number)).gameId!;
  };
  /** In the rooms with these numbers, and where games are created later. */
  const ask = async (type: 'holdStart' | 'releaseStart', later?: calls.LaterRooms, of = [1, 2], by = OLGA) => {
    const rooms = (await Promise.all(of.map(roomOf))).map(({ roomId, gameId }) => ({ roomId, after: gameId! }));
    const jobId = randomUUID();
    const act = { type, ...(later && { later }) };
    await events.bus.call(calls.actInRooms, { actor: by, showId, jobId, act, rooms });
    await eventually(async () => {
      const read = await events.bus.call(calls.readBulkAct, { actor: by, showId, jobId });
      expect(read.rooms.map(({ state, code }) => [state, code])).toEqual(of.map(() => ['done', null]));
    });
  };
  const actsIn = (gameId: GameId) =>
    events.games.staffActs
      .filter((act) => act.gameId === gameId)
      .map(({ command, staff }) => `${command.type} ${staff.userId}`);

  it('hold in all rooms of the event from then on, by the operator who asked, until the release', async () => {
    await ask('holdStart', 'all');
    expect(actsIn(await further(3))).toEqual(['holdStart olga']);
    expect(actsIn(await further(4, { group: 'Hall B' }))).toEqual(['holdStart olga']);
    await ask('releaseStart', 'all', [1, 2, 3, 4], EVE);
    expect(actsIn(await further(5))).toEqual([]);
    expect(actsIn((await roomOf(3)).gameId!)).toEqual(['holdStart olga', 'releaseStart eve']);
  });

  it('hold in a group alone, and nowhere when single rooms are meant', async () => {
    await ask('holdStart', ['Hall A']);
    expect(actsIn(await further(3, { group: 'Hall A' }))).toEqual(['holdStart olga']);
    expect(actsIn(await further(4, { group: 'Hall B' }))).toEqual([]);
    await ask('holdStart', undefined, [4]);
    expect(actsIn(await further(5, { group: 'Hall B' }))).toEqual([]);
  });

  it('follow the group before the event, and the event again once all rooms are meant', async () => {
    await ask('holdStart', 'all');
    await ask('releaseStart', ['Hall A', 'Hall A'], [1, 2], EVE);
    expect(actsIn(await further(3, { group: 'Hall A' }))).toEqual([]);
    expect(actsIn(await further(4))).toEqual(['holdStart olga']);
    await ask('holdStart', 'all');
    expect(actsIn(await further(5, { group: 'Hall A' }))).toEqual(['holdStart olga']);
  });

  it('hold in all rooms with games of which the operator knew nothing, however old these are', async () => {
    await events.source.query(`update room set ready_at = now() - interval '2 hours' where number = 1`);
    const fresh = await further(3);
    await ask('holdStart', 'all', [2]);
    await events.prepared(showId);
    expect(actsIn(fresh)).toEqual(['holdStart olga']);
    expect(actsIn((await roomOf(1)).gameId!)).toEqual(['holdStart olga']);
    await ask('releaseStart', 'all', [2], EVE);
    await events.prepared(showId);
    expect(actsIn(fresh)).toEqual(['holdStart olga', 'releaseStart eve']);
    expect((await events.rooms(showId)).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
  });

  it.each([
    ['holds', 'holdStart', ['holdStart eve']],
    ['releases', 'releaseStart', ['holdStart olga', 'releaseStart eve']],
  ] as const)('end as the last operator wants who %s them while a game is being created', async (_, type, wanted) => {
    if (type === 'releaseStart') await ask('holdStart', 'all');
    let asked: Promise<void> | undefined;
    events.games.afterCreation = async () => {
      asked ??= ask(type, 'all', [1, 2], EVE);
      await asked;
    };
    const gameId = await further(3);
    expect(asked).toBeDefined();
    expect(actsIn(gameId)).toEqual(wanted);
    expect(await roomOf(3)).toMatchObject({ state: 'ready', code: null });
  });

  it('release a game that a replica had held before it crashed', async () => {
    await ask('holdStart', 'all');
    let crashes = 1;
    events.games.beforeActing = async ({ gameId }) => {
      if ((await roomOf(3))?.state !== 'preparing' || crashes-- <= 0) return;
      expect(actsIn(gameId)).toEqual([]);
      // What the replica writes about the room is for nothing.
      await events.source.query(
        `update room set claim = gen_random_uuid(), claimed_until = 'infinity' where number = 3`,
      );
    };
    await events.save(showId, [row(3)]);
    await events.prepare(showId);
    await eventually(async () =>
      expect(events.games.staffActs.at(-1)).toMatchObject({ command: { type: 'holdStart' } }),
    );
    await eventually(async () => expect(events.games.staffActs).toHaveLength(3));
    expect((await roomOf(3)).gameId).toBeNull();
    await ask('releaseStart', 'all', [1, 2], EVE);
    await events.source.query(`update room set claimed_until = now() where number = 3`);
    await events.prepared(showId);
    expect(actsIn((await roomOf(3)).gameId!)).toEqual(['holdStart olga', 'releaseStart eve']);
  });

  it('leave a room alone that was released by itself and gets another name', async () => {
    await ask('holdStart', 'all');
    const gameId = await further(3);
    await ask('releaseStart', undefined, [3]);
    await events.save(showId, [row(3, { name: 'Garden' })]);
    await events.prepared(showId);
    expect(events.games.named.get(gameId)).toBe('Garden');
    expect(actsIn(gameId)).toEqual(['holdStart olga', 'releaseStart olga']);
  });

  it('hold the game of a round that begins later', async () => {
    const second = TemplateId.parse('template-2');
    events.games.templates.add(second);
    await events.save(showId, [row(1, { group: 'Hall A', laterTemplateIds: [second] })]);
    await ask('holdStart', ['Hall A']);
    const room = await roomOf(1);
    const { gameId } = await events.beginRound(room, showId, 2, room.gameId!);
    expect(actsIn(gameId)).toEqual(['holdStart olga']);
    expect(actsIn(room.gameId!)).toEqual(['holdStart olga']);
  });

  it.each([
    ['holds', 'holdStart', ['holdStart eve']],
    ['releases', 'releaseStart', ['holdStart olga', 'releaseStart eve']],
  ] as const)(
    'reach the game of a round for the last operator who %s them while it begins',
    async (_, type, wanted) => {
      const second = TemplateId.parse('template-2');
      events.games.templates.add(second);
      await events.save(showId, [row(1, { group: 'Hall A', laterTemplateIds: [second] })]);
      if (type === 'releaseStart') await ask('holdStart', 'all');
      // What is asked for reaches the game before.
      events.games.beforeFollowing = () => ask(type, 'all', [1, 2], EVE);
      const room = await roomOf(1);
      const { gameId } = await events.beginRound(room, showId, 2, room.gameId!);
      await events.prepared(showId);
      expect(actsIn(gameId)).toEqual(wanted);
      expect(await roomOf(1)).toMatchObject({ state: 'ready', code: null });
    },
  );

  it('hold and release where no room is named, as no game has been created', async () => {
    const other = await events.showWith(2);
    const noted = async (type: 'holdStart' | 'releaseStart', later?: calls.LaterRooms) => {
      const [jobId, act] = [randomUUID(), { type, ...(later && { later }) }];
      await events.bus.call(calls.actInRooms, { actor: OLGA, showId: other, jobId, act, rooms: [] });
      return events.bus.call(calls.readBulkAct, { actor: OLGA, showId: other, jobId });
    };
    expect(await noted('holdStart', 'all')).toEqual({ act: { type: 'holdStart', later: 'all' }, rooms: [] });
    await events.prepare(other);
    await events.prepared(other);
    const games = (await events.rooms(other)).map(({ gameId }) => gameId!);
    expect(games.map(actsIn)).toEqual([['holdStart olga'], ['holdStart olga']]);
    await noted('releaseStart', 'all');
    await events.prepared(other);
    for (const gameId of games) expect(actsIn(gameId)).toEqual(['holdStart olga', 'releaseStart olga']);
    expect(await outcomeOf(noted('holdStart'))).toBe('bad-request');
  });

  it('go with their event', async () => {
    await ask('holdStart', 'all');
    const kept = () => events.source.query(`select from start_hold`);
    expect(await kept()).toHaveLength(1);
    await events.source.query(`update show set starts_at = now() - interval '91 days'`);
    await events.sweep();
    expect(await kept()).toEqual([]);
  });
});
