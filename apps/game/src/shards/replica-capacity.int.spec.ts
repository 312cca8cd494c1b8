import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { create, gameServices, look, type RunningGame } from '../testing/game-service.js';

const shards = (game: RunningGame) => game.replica.owner.shards.size;

describeWith('postgres', 'two replicas, one of them without free memory', () => {
  const { bus, start } = gameServices();
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  const replicas: RunningGame[] = [];

  beforeEach(async () => void (fresh = await freshDatabase()));
  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.stop();
    await fresh.drop();
  });

  it('moves shards to the replica with free memory, and answers for every game', async () => {
    for (const memory of ['16', '512']) replicas.push(await start(fresh.url, { env: { GAME_MEMORY_MB: memory } }));
    const [full, roomy] = replicas as [RunningGame, RunningGame];
    await eventually(() => expect(replicas.map(shards)).toEqual([32, 32]));
    const games = await Promise.all(Array.from({ length: 20 }, () => create(bus)));
    await eventually(() => {
      // As when games are refused.
      full.replica.owner.eviction.makeRoom(Infinity);
      expect(shards(full)).toBeLessThan(32);
    });
    await eventually(() => expect(shards(full) + shards(roomy)).toBe(64));
    expect(shards(roomy)).toBeGreaterThan(32);
    for (const { gameId, gameCode } of games) expect((await look(bus, gameId)).view).toMatchObject({ gameCode });
  });
});
