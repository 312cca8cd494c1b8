import { headsSubject, shardOf, type HeadsMessage } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { holdCommits, whenAppendHangs } from '../testing/database.js';
import { create, gameServices, look, send } from '../testing/game-service.js';

describeWith('postgres', 'heads that owners publish every second', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  beforeAll(async () => void (database = await freshDatabase()));
  afterAll(() => database.drop());

  function headsFor(gameId: GameId) {
    const published: { epoch: number; logId: string; version: number }[] = [];
    bus.subscribe(headsSubject(shardOf(gameId)), ({ data }) => {
      const { epoch, heads } = JSON.parse(new TextDecoder().decode(data)) as HeadsMessage;
      for (const [id, logId, version] of heads) if (id === gameId) published.push({ epoch, logId, version });
    });
    return published;
  }

  it('contains committed versions only, so that missed events are noticed', async () => {
    const game = await services.start(database.url);
    const { gameId } = await create(bus);
    const { logId, version } = await look(bus, gameId);
    const held = await holdCommits(database.url, 'Slow Sue');
    const published = headsFor(gameId);
    const joined = send(bus, gameId, 'sue', { type: 'joinGame', name: 'Slow Sue' });
    await whenAppendHangs(database.url);
    await eventually(() => expect(published.length).toBeGreaterThan(0));
    expect(new Set(published.map((each) => each.version))).toEqual(new Set([version]));
    await held.release();
    const answer = await joined;
    expect(answer.version).toBe(version + 1);
    await eventually(() => expect(published.at(-1)).toMatchObject({ logId, version: version + 1 }));
    await game.stop();
  });

  it('contains games that the new owner has not loaded after a take-over', async () => {
    const first = await services.start(database.url);
    const { gameId } = await create(bus);
    const { logId } = await look(bus, gameId);
    const { version } = await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    const epoch = Math.max(...[...first.replica.owner.shards.values()].map((shard) => shard.epoch));
    await first.stop();
    const published = headsFor(gameId);
    const second = await services.start(database.url);
    await eventually(() => expect(published[0]).toMatchObject({ logId, version }));
    expect(published[0]?.epoch).toBeGreaterThan(epoch);
    expect(second.replica.owner.inMemory(gameId)).toBeUndefined();
    await second.stop();
  });
});
