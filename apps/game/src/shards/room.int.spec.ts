import { randomUUID } from 'node:crypto';
import { createGame, RefusedError, type ReplyOf } from '@earworm/contracts';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createGameOf } from '../testing/game-in-memory.js';
import { gameServices, look, MODERATOR, type RunningGame } from '../testing/game-service.js';

const FULL = { GAME_MEMORY_MB: '16' };
const ROOMY = { GAME_MEMORY_MB: '512' };
const { categories } = createGameOf(800_000);
const shards = (game: RunningGame | undefined) => game?.replica.owner.shards.size;

describeWith('postgres', 'Two replicas of which one has no memory left', () => {
  const { bus, start } = gameServices();
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  const replicas: RunningGame[] = [];
  let made: ReplyOf<typeof createGame>[] = [];
  let refused = 0;

  beforeEach(async () => {
    fresh = await freshDatabase();
    [made, refused] = [[], 0];
  });
  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.stop();
    await fresh.drop();
  });

  const actor = { userId: MODERATOR, isAdmin: false };
  /** More games at once than the smaller memory holds. */
  const createMany = () =>
    Promise.all(
      Array.from({ length: 16 }, async () => {
        const input = { actor, requestId: randomUUID(), moderatorName: 'Mo', categories };
        try {
          made.push(await bus.call(createGame, input, { timeoutMs: 10_000 }));
        } catch (error) {
          if (!(error instanceof RefusedError && error.code === 'busy')) throw error;
          refused += 1;
        }
      }),
    );

  it('the full one hands shards to the other, and no game that was acknowledged is missing', async () => {
    for (const env of [FULL, ROOMY]) replicas.push(await start(fresh.url, { env }));
    await eventually(() => expect(replicas.map(shards)).toEqual([32, 32]));
    await eventually(async () => {
      await createMany();
      expect(shards(replicas[0])).toBeLessThan(32);
    });
    expect(refused).toBeGreaterThan(0);
    await eventually(() => expect((shards(replicas[0]) ?? 0) + (shards(replicas[1]) ?? 0)).toBe(64));
    for (const { gameId, gameCode } of made)
      expect((await eventually(() => look(bus, gameId))).view).toMatchObject({ gameCode });
  });
});
