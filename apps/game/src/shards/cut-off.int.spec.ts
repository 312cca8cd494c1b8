import { shardOf } from '@earworm/contracts';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { BusFaults } from '@earworm/service-kit/testing/faulty-bus';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { whenLeasesLooked } from '../testing/database.js';
import { create, gameServices, look, send, type RunningGame } from '../testing/game-service.js';

/** After two checks of the locks without the bus, a replica gives its shards up. */
const overrides = { handOverAfterMs: 1_000, shareAfterMs: 1_000, keepShardsMs: 1_000 };
const MORE_THAN_ENOUGH = 5;

describeWith('postgres', 'a replica that reaches the database but not the bus', () => {
  const services = gameServices();
  const { bus } = services;
  const replicas: { game: RunningGame; faults: BusFaults }[] = [];
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const shares = () => replicas.map(({ game }) => game.replica.owner.shards.size);

  beforeAll(async () => {
    database = await freshDatabase();
    for (let i = 0; i < 2; i++) {
      const faults = new BusFaults();
      replicas.push({ game: await services.start(database.url, { faults, overrides }), faults });
    }
    await eventually(() => expect(shares()).toEqual([32, 32]));
  });
  afterAll(async () => {
    for (const { game } of replicas) await game.stop();
    await database.drop();
  });

  it('keeps its games while no replica reaches the bus', async () => {
    const before = replicas.map(({ game }) => [...game.replica.owner.shards.keys()]);
    for (const { faults } of replicas) faults.cut();
    await whenLeasesLooked(database.url, 2, MORE_THAN_ENOUGH);
    // They do not reconnect at the same time either.
    replicas[0]?.faults.restore();
    await whenLeasesLooked(database.url, 2, 1);
    replicas[1]?.faults.restore();
    await whenLeasesLooked(database.url, 2, 2);
    expect(replicas.map(({ game }) => [...game.replica.owner.shards.keys()])).toEqual(before);
  });

  it('hands its games to replicas that reach both, and gets its share again when it reconnects', async () => {
    const { gameId } = await create(bus);
    const owner = replicas.find(({ game }) => game.replica.owner.shards.has(shardOf(gameId)));
    owner?.faults.cut();
    const joined = { type: 'joinGame', name: 'Ann' } as const;
    await send(bus, gameId, 'ann', joined, { withinMs: 30_000 });
    expect((await look(bus, gameId)).view).toMatchObject({ playerCount: 1 });
    await eventually(() => expect(shares().sort()).toEqual([0, 64]));
    owner?.faults.restore();

    await eventually(() => expect(Math.min(...shares())).toBeGreaterThan(0));
  });
});

describeWith('postgres', 'a replica that starts without the bus', () => {
  const services = gameServices();
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let started: RunningGame | undefined;

  beforeAll(async () => void (database = await freshDatabase()));
  afterAll(async () => {
    await started?.stop();
    await database.drop();
  });

  it('takes every shard when no replica reaches the bus', async () => {
    const faults = new BusFaults();
    faults.cut();
    started = await services.start(database.url, { faults });
    expect(started.replica.owner.shards.size).toBe(64);
    faults.restore();
    await create(services.bus);
  });
});
