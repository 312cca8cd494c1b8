import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create, gameServices, type RunningGame } from '../testing/game-service.js';
import { ownPostgres } from '../testing/own-postgres.js';
import { faultsOf, NO_FAULTS, streamOfCommands } from '../testing/stream-of-commands.js';

/** So soon after the database is back a hundred commands are answered; on a slow machine, in the time of so many starts. */
const SOON_MS = 2_500;
const STARTS = 5;

describe('A database that goes away under commands', () => {
  const services = gameServices();
  const { bus } = services;
  let postgres: Awaited<ReturnType<typeof ownPostgres>>;
  let game: RunningGame;

  beforeAll(async () => {
    postgres = await ownPostgres();
    game = await services.start(postgres.url);
  });
  afterAll(async () => {
    await game.stop();
    await postgres.remove();
  });

  it.each([
    ['is restarted in order', 2_000, 0],
    ['is ended at once', 0, 0],
    ['stays away for 10 s', 2_000, 10_000],
  ])(
    'and %s: nothing is answered meanwhile, nothing answered is lost, and all goes on by itself',
    async (_, withinMs, awayMs) => {
      const games = await Promise.all(Array.from({ length: 10 }, () => create(bus)));
      const ids = games.map(({ gameId }) => gameId);
      const stream = streamOfCommands(bus, ids);
      await sleep(500);
      await postgres.stop(withinMs);
      const goneAt = performance.now();
      await sleep(awayMs);
      const backSoonAt = performance.now();
      await postgres.start();
      const backAt = performance.now();
      await eventually(() => expect(stream.answeredFrom(backAt)).toBeGreaterThan(100));
      const tookMs = performance.now() - backAt;
      const startMs = backAt - backSoonAt;
      process.stderr.write(`100 commands ${Math.round(tookMs)} ms after a start of ${Math.round(startMs)} ms\n`);
      await stream.end();

      expect(tookMs).toBeLessThan(Math.max(SOON_MS, STARTS * startMs));
      // What it still answered may be heard a moment after it has ended.
      expect(stream.answeredFrom(goneAt + 1_000, backSoonAt)).toBe(0);
      expect(await faultsOf(postgres.url, ids, stream.answered)).toEqual(NO_FAULTS);
    },
    60_000,
  );
});
