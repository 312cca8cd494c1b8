import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create, gameServices, send, type RunningGame } from '../testing/game-service.js';
import { ownPostgres } from '../testing/own-postgres.js';
import { faultsOf, NO_FAULTS, streamOfCommands } from '../testing/stream-of-commands.js';

/** Deadline of a command, during which it is retried. */
const DEADLINE_MS = 4_000;

describe('a database outage during commands', () => {
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
    ['is restarted in order', 2_000, false],
    ['is ended at once', 0, false],
    ['stays away for longer than a command waits', 2_000, true],
  ])(
    'holds all answers back and loses none when the database %s, and service resumes by itself',
    async (_, withinMs, staysAway) => {
      const games = await Promise.all(Array.from({ length: 10 }, () => create(bus)));
      const ids = games.map(({ gameId }) => gameId);
      const stream = streamOfCommands(bus, ids);
      await stream.goesOn(100);
      await postgres.stop(withinMs);
      const goneAt = performance.now();
      if (staysAway) {
        const [{ gameId }] = games as [(typeof games)[0]];
        const join = { type: 'joinGame', name: 'Ann' } as const;
        await expect(send(bus, gameId, 'ann', join, { withinMs: DEADLINE_MS })).rejects.toThrow();
      }
      const backSoonAt = performance.now();
      await postgres.start();
      const backAt = performance.now();
      await eventually(() => expect(stream.answeredFrom(backAt)).toBeGreaterThan(100));
      await stream.end();

      // Its last answers may arrive a moment after it has ended.
      expect(stream.answeredFrom(goneAt + 1_000, backSoonAt)).toBe(0);
      expect(await faultsOf(postgres.url, ids, stream.answered)).toEqual(NO_FAULTS);
    },
  );
});
