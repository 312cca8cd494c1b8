import { randomUUID } from 'node:crypto';
import {
  eraseAgain,
  eraseGamesOfShow,
  eraseInFeedback,
  eraseInLibrary,
  eraseInShows,
  eraseInTelemetry,
  erasedSubject,
  existingShows,
  findByCode,
  listErasures,
  onShard,
  placeInRoom,
  RefusedError,
  type RoomId,
  shardOf,
  type ShowId,
} from '@earworm/contracts';
import { GameCode, type GameId, roomActor } from '@earworm/rules';
import type { Subscription } from '@earworm/service-kit/bus';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reserveCode } from '../codes/codes.js';
import { SAVE_SNAPSHOT } from '../log/log.sql.js';
import { MIGRATIONS } from '../migrations.js';
import { holdCommits, INSERT_FOREIGN, openTransaction, sql, whenAppendHangs } from '../testing/database.js';
import { ask, create, look, MODERATOR, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';
import { eraseGames } from './erase-games.js';
import { eraseLog } from './erase-log.js';

const STEPS = [eraseInLibrary, eraseInTelemetry, eraseInShows, eraseInFeedback];
const KEEP_DAYS = 30;

describeWith('postgres', 'erasing games', () => {
  const { bus, database } = oneGameService();
  let source: DataSource;
  let served: Subscription[] = [];
  /** What the other services were asked to erase. */
  let asked: [subject: string, gameIds: readonly GameId[]][] = [];
  /** Services that do not answer well. */
  let failing = new Set<string>();
  /** Events that there are. */
  let shows: readonly ShowId[] = [];

  beforeAll(async () => {
    source = await openDataSource({ url: database.url, schema: 'game', entities: [], migrations: MIGRATIONS });
  });
  beforeEach(async () => {
    asked = [];
    failing = new Set();
    served = STEPS.map((call) =>
      bus.serve(call, ({ gameIds }) => {
        if (failing.has(call.subject)) throw new RefusedError('unavailable');
        asked.push([call.subject, gameIds]);
        return {};
      }),
    );
    shows = [];
    served.push(
      bus.serve(existingShows, ({ showIds }) => {
        if (failing.has(existingShows.subject)) throw new RefusedError('unavailable');
        return { showIds: showIds.filter((showId) => shows.includes(showId)) };
      }),
    );
    await sql(database.url, 'delete from erasure');
  });
  afterEach(() => {
    for (const each of served) each.unsubscribe();
  });
  afterAll(() => source?.destroy());

  const run = () => eraseGames({ database: source, bus, keepDays: KEEP_DAYS, pauseMs: 0 });
  const dueNow = () => sql(database.url, 'update erasure set due_at = now()');
  const age = async (gameId: GameId, days: number, eventDays = days) => {
    await sql(database.url, 'update game set created_at = now() - make_interval(days => $2) where game_id = $1', [
      ...[gameId, days],
    ]);
    await sql(database.url, 'update event set at = $2 where game_id = $1', [
      gameId,
      Date.now() - eventDays * 86_400_000,
    ]);
  };
  const note = (...gameIds: GameId[]) => bus.call(eraseAgain, { gameIds });
  const played = async () => {
    const { gameId, gameCode } = await create(bus);
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    return { gameId, gameCode: GameCode.parse(gameCode) };
  };
  /** Tables that still name the game; the log has its fence. */
  async function left(gameId: GameId): Promise<string[]> {
    const found = await sql<{ name: string }>(
      database.url,
      `select 'game' as name from game where game_id = $1 union all select 'code' from code where game_id = $1
       union all select 'stage_key' from stage_key where game_id = $1
       union all select 'snapshot' from snapshot where game_id = $1
       union all select event::text from event where game_id = $1`,
      [gameId],
    );
    return found.map(({ name }) => name);
  }
  const isErased = async (gameId: GameId) => {
    expect(await left(gameId)).toEqual([expect.stringMatching(/^\{"type":"owned","at":\d+,"epoch":0\}$/)]);
    await expect(look(bus, gameId)).rejects.toMatchObject({ code: 'game-not-found' });
  };
  const place = (gameId: GameId, room: { roomId: RoomId; showId: ShowId }) =>
    ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, ...room, name: 'Main hall' });
  const newRoom = () => ({ roomId: randomUUID() as RoomId, showId: randomUUID() as ShowId });

  it('erases a game in every service when it was not used for the days', async () => {
    const [old, used] = [await played(), await played()];
    await age(old.gameId, KEEP_DAYS + 1);
    await age(used.gameId, KEEP_DAYS + 1, KEEP_DAYS - 1);
    expect(await run()).toBe(1);
    await isErased(old.gameId);
    await expect(bus.call(findByCode, { gameCode: old.gameCode })).rejects.toMatchObject({ code: 'game-not-found' });
    expect(asked).toEqual(STEPS.map(({ subject }) => [subject, [old.gameId]]));
    expect((await look(bus, used.gameId)).view.status).toBe('playing');
    expect(await run()).toBe(0);
  });

  it('frees a code that was reserved and never used', async () => {
    const gameId = `reserved-${randomUUID()}` as GameId;
    await reserveCode(source, gameId);
    await age(gameId, KEEP_DAYS + 1);
    expect(await run()).toBe(1);
    await isErased(gameId);
  });

  it('keeps games of events until their event ends, however old, with those that followed', async () => {
    const room = newRoom();
    const by = roomActor(room.roomId);
    const first = await create(bus, randomUUID(), by);
    await place(first.gameId, room);
    await send(bus, first.gameId, by, { type: 'completeGame' });
    const requestId = randomUUID();
    const next = await create(bus, requestId, by);
    await send(bus, first.gameId, by, { type: 'playAgain', requestId });
    for (const { gameId } of [first, next]) await age(gameId, 10 * KEEP_DAYS);
    shows = [room.showId];
    expect(await run()).toBe(0);
    expect(await bus.call(eraseGamesOfShow, { showId: room.showId })).toEqual({ games: 2 });
    expect(await bus.call(eraseGamesOfShow, { showId: room.showId })).toEqual({ games: 0 });
    expect(await run()).toBe(2);
    for (const { gameId } of [first, next]) await isErased(gameId);
  });

  it('erases games of an event that is no more as those without one, unless the shows service does not answer', async () => {
    const [orphaned, kept] = [newRoom(), newRoom()];
    const games = [await played(), await played(), await played()];
    const [old, used, ofKept] = games.map(({ gameId }) => gameId) as [GameId, GameId, GameId];
    for (const gameId of [old, used]) await place(gameId, orphaned);
    await place(ofKept, kept);
    for (const gameId of [old, ofKept]) await age(gameId, KEEP_DAYS + 1);
    shows = [kept.showId];
    failing.add(existingShows.subject);
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
    failing.clear();
    expect(await run()).toBe(1);
    await isErased(old);
    for (const gameId of [used, ofKept]) expect((await look(bus, gameId)).view.status).toBe('playing');
    shows = [];
    expect(await run()).toBe(1);
    await isErased(ofKept);
  });

  it('unloads a game that is played, tells gateways, and refuses its next command', async () => {
    const { gameId } = await played();
    const heard: string[] = [];
    const listening = bus.subscribe(erasedSubject(gameId), ({ subject }) => void heard.push(subject));
    await note(gameId);
    expect(await run()).toBe(1);
    await eventually(() => expect(heard).toEqual([erasedSubject(gameId)]));
    listening.unsubscribe();
    const next = send(bus, gameId, MODERATOR, { type: 'completeGame' });
    await expect(next).rejects.toMatchObject({ code: 'game-not-found' });
    await isErased(gameId);
  });

  it('waits for an append that was first, and deletes it', async () => {
    const { gameId } = await played();
    const held = await holdCommits(database.url, 'gameCompleted');
    const completed = send(bus, gameId, MODERATOR, { type: 'completeGame' }).catch(() => null);
    await whenAppendHangs(database.url);
    const erased = eraseLog(source, gameId);
    await held.release();
    await Promise.all([erased, completed]);
    await note(gameId);
    expect(await run()).toBe(1);
    await isErased(gameId);
  });

  it('keeps out the append of an owner that was first in line and late in time', async () => {
    const { gameId } = await played();
    const { version } = await look(bus, gameId);
    const foreign = await openTransaction(database.url, INSERT_FOREIGN, [gameId, version + 1, 1]);
    const erased = eraseLog(source, gameId);
    await foreign.end('rollback');
    await erased;
    const late = sql(database.url, INSERT_FOREIGN, [gameId, version + 1, 1]);
    await expect(late).rejects.toMatchObject({ code: '23505' });
    await note(gameId);
    await run();
    await isErased(gameId);
  });

  it('writes no snapshot of a game that is erased', async () => {
    const { gameId } = await played();
    const { logId, version } = await look(bus, gameId);
    await eraseLog(source, gameId);
    await source.query(SAVE_SNAPSHOT, [gameId, logId, 1, version, '{}', '[]']);
    expect(await left(gameId)).not.toContain('snapshot');
  });

  it('refuses to create an erased game again by the same request', async () => {
    const requestId = randomUUID();
    const { gameId } = await create(bus, requestId);
    await note(gameId);
    await run();
    await expect(create(bus, requestId)).rejects.toMatchObject({ code: 'game-erased' });
    await isErased(gameId);
  });

  it('erases nothing when the ids cannot be noted outside the database', async () => {
    const { gameId } = await played();
    failing.add(eraseInLibrary.subject);
    await note(gameId);
    await expect(run()).rejects.toThrow(RefusedError);
    expect(asked).toEqual([]);
    expect((await look(bus, gameId)).view.status).toBe('playing');
  });

  it.each([eraseInTelemetry, eraseInShows, eraseInFeedback].map(({ subject }) => subject))(
    'repeats all steps, changing nothing twice, until %s has answered',
    async (subject) => {
      const { gameId } = await played();
      failing.add(subject);
      await note(gameId);
      await expect(run()).rejects.toThrow(RefusedError);
      await isErased(gameId);
      expect(asked).toHaveLength(STEPS.length - 1);
      // It is tried again later.
      expect(await run()).toBe(0);
      failing.clear();
      await dueNow();
      asked = [];
      expect(await run()).toBe(1);
      expect(asked.map(([each]) => each)).toEqual(STEPS.map((each) => each.subject));
      await isErased(gameId);
    },
  );

  it('finishes in another replica when one has died in the middle', async () => {
    const games = [await played(), await played()].map(({ gameId }) => gameId);
    await note(...games);
    served.shift()!.unsubscribe();
    const reached = Promise.withResolvers<void>();
    const died = Promise.withResolvers<never>();
    const hanging = bus.serve(eraseInLibrary, () => {
      reached.resolve();
      return died.promise;
    });
    const first = run();
    await reached.promise;
    expect(await run()).toBe(0);
    hanging.unsubscribe();
    served.push(bus.serve(eraseInLibrary, () => ({})));
    await dueNow();
    expect(await run()).toBe(2);
    for (const gameId of games) await isErased(gameId);
    died.reject(new RefusedError('unavailable'));
    await expect(first).rejects.toThrow(RefusedError);
  });

  it('lists what waits, what fails and what was erased, by day and cause', async () => {
    const list = () => bus.call(listErasures, {});
    const room = newRoom();
    const [old, ofEvent, stuck] = [await played(), await played(), await played()];
    await age(old.gameId, KEEP_DAYS + 1);
    await place(ofEvent.gameId, room);
    await bus.call(eraseGamesOfShow, { showId: room.showId });
    expect((await list()).waiting).toEqual({ games: 1, since: expect.any(Number), failing: 0 });
    expect(await run()).toBe(2);
    failing.add(eraseInShows.subject);
    await note(stuck.gameId);
    await expect(run()).rejects.toThrow(RefusedError);
    await dueNow();
    await expect(run()).rejects.toThrow(RefusedError);
    const { keepDays, waiting, days } = await list();
    expect([keepDays, waiting]).toEqual([365, { games: 1, since: expect.any(Number), failing: 1 }]);
    const ofDay = { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), games: 1, lastAt: expect.any(Number) };
    expect(days.toSorted((a, b) => a.cause.localeCompare(b.cause))).toEqual([
      { ...ofDay, cause: 'age' },
      { ...ofDay, cause: 'event' },
    ]);
  });

  it('counts a game once that two replicas erase at once', async () => {
    const games = await Promise.all(Array.from({ length: 5 }, played));
    await note(...games.map(({ gameId }) => gameId));
    const counts = await Promise.all([run(), run()]);
    expect(counts[0] + counts[1]).toBe(5);
    const rows = await sql(database.url, 'select from erasure where erased_at is not null');
    expect(rows).toHaveLength(5);
  });
});
