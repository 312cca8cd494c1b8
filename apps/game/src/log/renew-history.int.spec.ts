import { gameLog, headsSubject, LOG_GROWN, onShard, shardOf, since, type HeadsMessage } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import {
  CREATE_CHECKPOINT,
  CreateErased1765200200000,
  CreateQuarantine1763798400000,
  Projection,
} from '@earworm/projections';
import { createLog } from '@earworm/service-kit/log';
import { openDataSource, withClient } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { ask, create, gameServices, look, MODERATOR, send, type RunningGame } from '../testing/game-service.js';

describeWith('postgres', 'a replaced history', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let game: RunningGame;

  beforeEach(async () => {
    database = await freshDatabase();
    game = await services.start(database.url);
  });
  afterEach(async () => {
    await game.stop();
    await database.drop();
  });

  /** As an operator does it: in one statement, on a connection without a search path. */
  const renew = () => withClient(database.url, (client) => client.query('select game.renew_log_ids() as renewed'));
  const turn = (gameId: GameId, on: boolean) => send(bus, gameId, MODERATOR, { type: 'switchTimeTrial', on });
  const epochs = (gameId: GameId) => {
    const received: number[] = [];
    bus.subscribe(headsSubject(shardOf(gameId)), ({ data }) =>
      received.push((JSON.parse(new TextDecoder().decode(data)) as HeadsMessage).epoch),
    );
    return received;
  };

  it('gets another log id, which a running owner publishes without a restart', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    const before = await look(bus, gameId);
    expect((await renew()).rows).toEqual([{ renewed: '1' }]);
    // The owner learns of it when its connection ends.
    const after = await eventually(async () => {
      const seen = await look(bus, gameId);
      expect(seen.logId).not.toBe(before.logId);
      return seen;
    });
    expect(after.view).toEqual(before.view);
    const request = { gameId, kind: 'full' as const, logId: before.logId, version: before.version };
    expect(await ask(bus, onShard(since, shardOf(gameId)), request)).toMatchObject({
      kind: 'tooOld',
      logId: after.logId,
    });
    expect((await turn(gameId, true)).version).toBe(after.version + 1);
  });

  it('keeps its owners accepted by gateways when it is older than the current one and epochs have gone back', async () => {
    const { gameId } = await create(bus);
    const received = epochs(gameId);
    for (const name of ['ann', 'bob', 'cem']) await send(bus, gameId, name, { type: 'joinGame', name });
    const before = await look(bus, gameId);
    await game.stop();
    game = await services.start(database.url);
    await eventually(() => expect(received.length).toBeGreaterThan(0));
    const highest = Math.max(...received);
    await game.stop();
    // The state that a restore of a backup from before Bob and Cem leaves.
    await sql(database.url, 'delete from event where game_id = $1 and version > 2', [gameId]);
    await sql(database.url, `select setval('epoch', 1)`);
    await renew();
    received.length = 0;
    game = await services.start(database.url);
    const after = await look(bus, gameId);
    expect(after).toMatchObject({ version: 3, view: { playerCount: 1 } });
    expect(after.logId).not.toBe(before.logId);
    await eventually(() => expect(received.length).toBeGreaterThan(0));
    expect(Math.min(...received)).toBeGreaterThan(highest);
  });

  it('shows projections every event once when it comes from a server with higher transaction ids', async () => {
    const { gameId } = await create(bus);
    const readModels = await openDataSource({
      url: database.url,
      schema: 'library',
      entities: [],
      migrations: [CreateQuarantine1763798400000, CreateErased1765200200000],
    });
    await readModels.query(CREATE_CHECKPOINT);
    const applied = new Set<number>();
    let lastBatch: number[] = [];
    const projection = new Projection(
      'spec',
      bus,
      readModels,
      (rows) => {
        lastBatch = rows.map((row) => row.version);
        for (const version of lastBatch) applied.add(version);
        return Promise.resolve();
      },
      { log: createLog('spec', { level: 'silent' }) },
    );
    await turn(gameId, true);
    await eventually(async () => {
      await projection.step();
      expect([...applied]).toEqual([1, 2]);
    });
    // A dump of a server a million transactions ahead, restored here with the projection's own checkpoint.
    const further = `(tx::text::bigint + 1000000)::text`;
    await sql(database.url, `update event set tx = ${further}::xid8`);
    await sql(database.url, `update library.checkpoint set tx = ${further}`);
    await turn(gameId, false);
    // Without the fix the projection would never see this event.
    bus.publish(LOG_GROWN, new Uint8Array());
    // The event is read once no older transaction is open on the whole server, including other databases.
    const fromStart = { after: { tx: '0', position: '0' }, limit: 10, without: [] };
    await eventually(async () =>
      expect((await bus.call(gameLog, fromStart)).rows.map(({ version }) => version)).toContain(3),
    );
    // It notices that its checkpoint was changed, and finds nothing after it.
    expect(await projection.step()).toBe(true);
    for (let n = 0; n < 5; n++) expect(await projection.step()).toBe(false);
    expect(applied.size).toBe(2);

    await renew();
    await turn(gameId, true);
    await eventually(async () => {
      await projection.step();
      const all = await sql<{ version: number }>(database.url, 'select version from event order by tx, position');
      // In one pass from the start, in order; an owner that has learned of it first appends an event of its own.
      expect(all.map(({ version }) => version)).toEqual(all.map((_, i) => i + 1));
      expect(all.length).toBeGreaterThanOrEqual(4);
      expect([applied.size, lastBatch.at(-1)]).toEqual([all.length, all.length]);
    });
    await readModels.destroy();
  });

  it('renews only for a role that can reset the checkpoints', async () => {
    await game.stop();
    const clerk = `clerk_${process.pid}`;
    const { url } = database;
    await sql(url, 'create schema library');
    await sql(url, CREATE_CHECKPOINT.replace('checkpoint', 'library.checkpoint'));
    await sql(url, `create role ${clerk}`);
    await sql(url, `grant usage on schema game to ${clerk}`);
    await sql(url, `grant all on all tables in schema game to ${clerk}`);
    await sql(url, `grant all on all sequences in schema game to ${clerk}`);
    const asClerk = withClient(url, async (client) => {
      await client.query(`set role ${clerk}`);
      await client.query('select game.renew_log_ids()');
    });
    await expect(asClerk).rejects.toThrow('the places in library.checkpoint cannot be reset: run this as superuser');
    await sql(url, `drop owned by ${clerk}`);
    await sql(url, `drop role ${clerk}`);
    game = await services.start(url);
  });
});
