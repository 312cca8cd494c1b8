import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cuttableLine } from '../testing/cuttable-line.js';
import { sql } from '../testing/database.js';
import { create, gameServices, look, send, type RunningGame } from '../testing/game-service.js';
import { faultsOf, NO_FAULTS, streamOfCommands } from '../testing/stream-of-commands.js';

const shards = (game: RunningGame) => game.replica.owner.shards.size;
const epochOf = (game: RunningGame) => Math.min(...[...game.replica.owner.shards.values()].map(({ epoch }) => epoch));

describeWith('postgres', 'the connection that holds the locks of a replica', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let line: Awaited<ReturnType<typeof cuttableLine>>;

  beforeEach(async () => {
    database = await freshDatabase();
    line = await cuttableLine(database.url);
  });
  afterEach(async () => {
    line.close();
    await database.drop();
  });

  it('loses no command when it breaks repeatedly: the replica claims its games again', async () => {
    const game = await services.start(database.url, { directUrl: line.url });
    const games = await Promise.all(Array.from({ length: 10 }, () => create(bus)));
    const ids = games.map(({ gameId }) => gameId);
    const before = epochOf(game);
    const stream = streamOfCommands(bus, ids);
    for (let n = 0; n < 5; n++) {
      await stream.goesOn();
      line.breakOff('lease');
    }
    await stream.goesOn(100);
    await eventually(() => expect(shards(game)).toBe(64));
    await stream.end();
    expect(shards(game)).toBe(64);
    expect(epochOf(game)).toBeGreaterThan(before);
    expect(stream.answered.length).toBeGreaterThan(100);
    expect(await faultsOf(database.url, ids, stream.answered)).toEqual(NO_FAULTS);
    await game.stop();
  });

  it('leaves each shard one owner when the server ends it', async () => {
    const first = await services.start(database.url);
    const second = await services.start(database.url);
    await eventually(() => expect([shards(first), shards(second)]).toEqual([32, 32]));
    const { gameId } = await create(bus);
    for (let n = 0; n < 3; n++) {
      await sql(
        database.url,
        `select pg_terminate_backend(pid) from (select distinct pid from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database()) limit 1) as one`,
      );
      await eventually(() => expect(shards(first) + shards(second)).toBe(64));
    }
    await eventually(() => {
      const both = [first, second].map((each) => [...each.replica.owner.shards.keys()]);
      expect(both.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, number) => number));
    });
    expect((await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' })).version).toBeGreaterThan(1);
    expect((await look(bus, gameId)).view.playerCount).toBe(1);
    await first.stop();
    await second.stop();
  });

  it('silences the replica when it alone stalls, before its locks are free', async () => {
    const first = await services.start(database.url, { directUrl: line.url });
    const { gameId } = await create(bus);
    await look(bus, gameId);
    const before = epochOf(first);
    line.freeze('lease');
    await eventually(async () => expect(await first.replica.owner.read(gameId, () => 'stale')).toBeUndefined());
    // Any replica, itself included, can take over only later: the server ends a session that is silent for 2 s.
    const second = await services.start(database.url);
    const answers = (await first.replica.owner.read(gameId, () => 'there')) !== undefined;
    expect(answers && epochOf(first) <= before).toBe(false);
    await eventually(() => expect(shards(first) + shards(second)).toBe(64));
    line.thaw();
    expect((await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' })).version).toBeGreaterThan(1);
    await first.stop();
    await second.stop();
  });
});
