import { create, faultsOf, NO_FAULTS, streamOfCommands } from '@earworm/game/testing';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Child } from '../harness/child.js';
import { COMPILE_CACHE } from '../harness/compile-cache.js';
import { ROOT } from '../harness/root.js';
import { Services } from '../harness/services.js';
import { describeWithNats } from './support/describe-with-nats.js';
import { findPgbouncer, NO_PGBOUNCER, transactionPooler } from './support/pgbouncer.js';
import { shardShares } from '../harness/shard-shares.js';

const pgbouncer = await findPgbouncer();

describeWithNats('game service behind a transaction pooler', (nats) => {
  if (!pgbouncer) {
    it.skip(`DID NOT RUN: ${NO_PGBOUNCER}`, () => undefined);
    return;
  }
  let services: Services;
  let pooled: string;

  beforeAll(async () => {
    services = await Services.start({ nats, only: ['game'], gameReplicas: 0 });
    const { database, folder, guard } = services;
    pooled = (await transactionPooler(pgbouncer, database.urls.game, join(folder, 'pooler'), guard)).url;
  });
  afterEach(() => services.removeGames());
  afterAll(() => services?.close());

  it('refuses to start without a direct address, explains what to set, and leaves no lock behind', async () => {
    const game = await services.newGame({ DATABASE_URL: pooled });
    await expect(game.start()).rejects.toThrow(
      'DATABASE_DIRECT_URL leads through a connection pooler. The locks that give each game one owner need a direct ' +
        'connection: set DATABASE_DIRECT_URL to the address of Postgres itself.',
    );
    expect(game.isRunning).toBe(false);
    await eventually(async () => expect(await shardShares(services.database.adminUrl)).toEqual([]));
  });

  it('npm start refuses it, too, and names what to set', async () => {
    const { folder, guard } = services;
    const standalone = new Child({
      name: 'standalone',
      program: process.execPath,
      args: [join(ROOT, 'apps', 'standalone', 'dist', 'main.js')],
      env: {
        ...COMPILE_CACHE,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'standalone'),
        DATABASE_URL: pooled,
      },
      isReady: () => true,
      guard,
    });
    standalone.launch();
    expect([await standalone.exited, standalone.output.trim()]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL leads through a connection pooler\. .*address of Postgres itself\.$/),
    ]);
  });

  it('plays games correctly when it has a direct address', async () => {
    await services.addGame({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: services.database.urls.game });
    const bus = await services.connectBus();
    const games = await Promise.all(Array.from({ length: 20 }, () => create(bus)));
    const ids = games.map(({ gameId }) => gameId);
    const stream = streamOfCommands(bus, ids);
    await eventually(() => expect(stream.answered.length).toBeGreaterThan(100));
    await stream.end();
    expect(await faultsOf(services.database.adminUrl, ids, stream.answered)).toEqual(NO_FAULTS);
  });
});
