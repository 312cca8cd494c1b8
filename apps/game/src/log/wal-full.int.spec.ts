import { join } from 'node:path';
import type { GameId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { create, gameServices, look, send, type RunningGame } from '../testing/game-service.js';
import { ownPostgres } from '../testing/own-postgres.js';
import { smallDisk } from '../testing/small-disk.js';
import { faultsOf, NO_FAULTS, streamOfCommands } from '../testing/stream-of-commands.js';

/** Room for two segments of 16 MiB, of which the second is taken. */
const disk = smallDisk(40);

describe('a full disk of the write-ahead log', () => {
  if (!disk) {
    it.skip('DID NOT RUN: this process may not mount a small disk (it takes Linux and root)', () => undefined);
    return;
  }
  const services = gameServices();
  const { bus } = services;
  let postgres: Awaited<ReturnType<typeof ownPostgres>>;
  let game: RunningGame;

  beforeAll(async () => {
    postgres = await ownPostgres();
    const [row] = await sql<{ folder: string }>(postgres.url, `select current_setting('data_directory') as folder`);
    await postgres.stop();
    const place = join(disk.place, 'wal');
    await postgres.moveWal(place);
    await disk.giveToOwnerOf(row?.folder ?? '');
    await postgres.start();
    game = await services.start(postgres.url);
  }, 60_000);
  afterAll(async () => {
    await game.stop();
    await postgres.remove();
    disk.remove();
  });

  it('stops the database; no answer is lost, and all games continue once it runs again with space', async () => {
    const games = await Promise.all(Array.from({ length: 5 }, () => create(bus)));
    const ids = games.map(({ gameId }) => gameId);
    const stream = streamOfCommands(bus, ids, 1);
    await stream.goesOn();
    await disk.fill();
    // Each time the next row begins a new segment, until there is no room for one.
    const isGone = () =>
      sql(postgres.url, 'select pg_switch_wal()').then(
        () => false,
        () => true,
      );
    await eventually(async () => expect(await isGone()).toBe(true));
    const [first] = ids as [GameId];
    const times = { deadlineMs: 200, withinMs: 1_000 };
    await expect(send(bus, first, 'ann', { type: 'joinGame', name: 'Ann' }, times)).rejects.toThrow();

    await disk.free();
    // By then it may have ended for good, or still be retrying.
    await postgres.stop(0);
    await postgres.start();
    const startedAt = performance.now();
    await eventually(() => expect(stream.answeredFrom(startedAt)).toBeGreaterThan(100));
    await stream.end();
    expect(await faultsOf(postgres.url, ids, stream.answered)).toEqual(NO_FAULTS);
    expect((await look(bus, first)).view.playerCount).toBe(0);
  });
});
