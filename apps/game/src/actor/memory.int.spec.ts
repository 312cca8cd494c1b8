import { randomUUID } from 'node:crypto';
import { admitGame, createGame, RefusedError } from '@earworm/contracts';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { holdRows } from '../testing/database.js';
import { createGameOf } from '../testing/game-in-memory.js';
import { gameServices, look, MODERATOR, type RunningGame } from '../testing/game-service.js';

const GAMES = 8;
const { categories } = createGameOf(800_000);

describeWith('postgres', 'a replica with memory for a few large games', () => {
  const { bus, start } = gameServices();
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let game: RunningGame;
  beforeAll(async () => {
    fresh = await freshDatabase();
    game = await start(fresh.url, { env: { GAME_MEMORY_MB: '16' } });
  });
  afterAll(async () => {
    await game.stop();
    await fresh.drop();
  });

  const actor = { userId: MODERATOR, isAdmin: false };
  const create = (requestId: string) =>
    bus.call(createGame, { actor, requestId, moderatorName: 'Mo', categories }, { timeoutMs: 30_000 });

  const admission = () =>
    bus.call(admitGame, { userId: MODERATOR, requestId: randomUUID() }).then(
      () => 'admitted',
      (error: unknown) => (error instanceof RefusedError ? error.code : error),
    );

  it('answers busy when it is full, and keeps every acknowledged game', async () => {
    const requests = Array.from({ length: GAMES }, () => randomUUID());
    // A game that is not yet written is not idle, so none of them can be evicted.
    const held = await holdRows(fresh.url, 'gameCreated');
    let isHeld = true;
    /** On a slow machine the time for a creation may pass before its turn. */
    const createUntilRefused = async (requestId: string): Promise<unknown> => {
      const outcome = await create(requestId).then(
        () => 'created',
        (error: unknown) => (error instanceof RefusedError ? error.code : error),
      );
      return outcome === 'unavailable' && isHeld ? createUntilRefused(requestId) : outcome;
    };
    const creations = Promise.all(requests.map(createUntilRefused));
    await eventually(async () => expect(await admission()).toBe('busy'));
    isHeld = false;
    await held.release();
    expect(['created', 'busy', 'unavailable']).toEqual(expect.arrayContaining(await creations));
    const made = [];
    for (const requestId of requests) made.push(await eventually(() => create(requestId)));
    expect([...game.replica.owner.actors()].length).toBeLessThan(GAMES);
    for (const { gameId, gameCode } of made) {
      const { view } = await eventually(() => look(bus, gameId));
      expect(view).toMatchObject({ gameCode, status: 'setup' });
      expect(view.categories).toHaveLength(categories.length);
    }
  }, 120_000);

  it('admits a game once idle ones can be evicted', async () => {
    await eventually(async () => expect(await admission()).toBe('admitted'));
  });
});
