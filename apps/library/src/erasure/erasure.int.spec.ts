import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseAgain, eraseInLibrary, gameLog, LOG_GROWN, type LogRow } from '@earworm/contracts';
import { Projection } from '@earworm/projections';
import { GameEvent, GameId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus, type Subscription } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { OBJECTS, type ObjectStore, ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { describeWith, eventually, freshDatabase, patientBus, serveLog } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { applyToHistory } from '../history/apply.js';
import { library } from '../library.module.js';
import { eraseRestored, untilDone } from './erase-games.js';
import { ERASED, readErased } from './erased-list.js';

const log = createLog('library', { level: 'silent' });
const TABLES = [
  ...['game', 'participant', 'verdict', 'crew_member', 'team', 'score_change', 'frozen_result'],
  ...['template_use', 'game_clip', 'game_aside'],
];

describeWith('postgres', 'erasing games in the library', () => {
  const bus = patientBus(createInProcessBus({ log }));
  const rows: LogRow[] = [];
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: string;
  let source: DataSource;
  let objects: ObjectStore;
  let stop: () => Promise<void>;
  const served: Subscription[] = [];

  beforeAll(async () => {
    serveLog(bus, rows);
    [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'earworm-library-'))]);
    const config = library.load({ DATABASE_URL: database.url, DATA_DIR: folder });
    const module = library.module(makeKit({ name: 'library', bus, log }), config);
    const app = await NestFactory.create(module, { logger: false, abortOnError: false });
    await app.init();
    [source, objects] = [app.get(DataSource), app.get<ObjectStore>(OBJECTS)];
    stop = () => app.close();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const each of served.splice(0)) each.unsubscribe();
  });
  afterAll(async () => {
    await stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const eventsOf = (gameId: GameId): LogRow[] =>
    [
      {
        ...{ type: 'gameCreated', gameId, gameCode: 'ABCDEF', moderatorId: 'mo', moderatorName: 'Mo', categories: [] },
        settings: { attempts: 'unlimited', musicOn: 'desk' },
      },
      { type: 'playerJoined', playerId: 'ann', name: 'Ann', isAdmin: false, seatHash: null },
      { type: 'answerJudged', questionId: 'q1', playerId: 'ann', correct: true, gain: 100 },
    ].map((event, at) => ({ gameId, version: at + 1, event: GameEvent.parse({ at, ...event }) }));

  async function newGame(): Promise<GameId> {
    const gameId = GameId.parse(randomUUID());
    rows.push(...eventsOf(gameId));
    bus.publish(LOG_GROWN, new Uint8Array());
    await eventually(async () => expect(await tablesWith(gameId)).toContain('verdict'));
    await source.query(
      `insert into game_aside (follower, game_id, version, error) values ('clips', $1, 1, 'key (ann, Ann)')`,
      [gameId],
    );
    await source.query(`insert into crew_member values ($1, 'cem')`, [gameId]);
    await source.query(`insert into team values ($1, 1, 2, 'Owls')`, [gameId]);
    await source.query(`insert into score_change values ($1, 9, 'ann', 10, 1)`, [gameId]);
    await source.query(`insert into frozen_result values ('show', $1, 1, 1, '[]', '[]')`, [gameId]);
    await source.query(`insert into game_clip values ('up-0', $1)`, [gameId]);
    await source.query('insert into template_use (game_id, template_id) select $1, template_id from template limit 1', [
      gameId,
    ]);
    return gameId;
  }
  async function tablesWith(gameId: GameId): Promise<string[]> {
    const found = TABLES.map(async (table) => {
      const [counted] = await source.query<{ n: number }[]>(
        `select count(*)::int as n from ${table} where game_id = $1`,
        [gameId],
      );
      return counted?.n === 0 ? [] : [table];
    });
    return (await Promise.all(found)).flat();
  }
  const erase = (...gameIds: GameId[]) => bus.call(eraseInLibrary, { gameIds });
  async function listed(): Promise<GameId[]> {
    const ids: GameId[] = [];
    for await (const gameIds of readErased(objects)) ids.push(...gameIds);
    return ids;
  }

  it('deletes all that it has of the games, also twice, and leaves the others as they were', async () => {
    const [gone, kept] = [await newGame(), await newGame()];
    const before = await tablesWith(kept);
    await erase(gone);
    await erase(gone);
    expect([await tablesWith(gone), await tablesWith(kept)]).toEqual([[], before]);
    expect(await listed()).toContain(gone);
  });

  it('applies no page of the log that was read before', async () => {
    const gameId = GameId.parse(randomUUID());
    rows.push(...eventsOf(gameId));
    const erasing = createInProcessBus({ log });
    erasing.serve(gameLog, async (request) => {
      const page = await bus.call(gameLog, request);
      await erase(gameId);
      return page;
    });
    const late = new Projection('late', erasing, source, applyToHistory, { log });
    while (await late.step());
    expect(await tablesWith(gameId)).toEqual([]);
  });

  it('deletes nothing when the ids cannot be noted outside the database', async () => {
    const gameId = await newGame();
    const before = await tablesWith(gameId);
    jest.spyOn(objects, 'put').mockRejectedValue(new ObjectStoreUnavailableError('down'));
    await expect(erase(gameId)).rejects.toThrow();
    expect(await tablesWith(gameId)).toEqual(before);
  });

  it('asks for games to be erased again that a restored database does not know as erased', async () => {
    const gameIds = [await newGame(), await newGame()];
    await erase(...gameIds);
    const asked: GameId[] = [];
    served.push(bus.serve(eraseAgain, (request) => (asked.push(...request.gameIds), {})));
    expect(await eraseRestored(source, objects, bus)).toBe(0);
    await source.query('delete from erased_game where game_id = $1', [gameIds[0]]);
    expect(await eraseRestored(source, objects, bus)).toBe(1);
    expect(asked).toEqual([gameIds[0]]);
  });

  it('looks for restored games until it has succeeded once', async () => {
    let runs = 0;
    const run = untilDone(() => (++runs < 2 ? Promise.reject(new Error('no game service')) : Promise.resolve()));
    await expect(run()).rejects.toThrow('no game service');
    for (let times = 0; times < 3; times++) await run();
    expect(runs).toBe(2);
  });

  it('keeps one object for the same games, however often they are erased', async () => {
    const gameId = await newGame();
    const count = async () => {
      let n = 0;
      for await (const _ of objects.list(ERASED)) n += 1;
      return n;
    };
    await erase(gameId);
    const before = await count();
    await erase(gameId);
    expect(await count()).toBe(before);
  });
});
