import { afterAll, beforeAll } from '@jest/globals';
import { freshDatabase } from '@earworm/service-kit/testing';
import { gameServices, type RunningGame } from './game-service.js';

/**
 * One replica on its own database, from the first spec of a block to its last. @param prepare sets the database up
 * before the replica starts
 */
export function oneGameService(prepare: (url: string) => Promise<unknown> = () => Promise.resolve()) {
  const { bus, start } = gameServices();
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let game: RunningGame;

  beforeAll(async () => {
    fresh = await freshDatabase();
    await prepare(fresh.url);
    game = await start(fresh.url);
  });
  afterAll(async () => {
    await game.stop();
    await fresh.drop();
  });
  return {
    bus,
    /** Games are in no memory afterwards. */
    async restart() {
      await game.stop();
      game = await start(fresh.url);
    },
    database: {
      get url() {
        return fresh.url;
      },
    },
  };
}
