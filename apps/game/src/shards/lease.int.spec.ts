import { onShard, sendCommand, shardOf } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { isAnsweredByPooler } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connect } from '../log/connect.js';
import { cuttableLine } from '../testing/cuttable-line.js';
import { logOf } from '../testing/database.js';
import { create, gameServices, look, MODERATOR, send, type RunningGame } from '../testing/game-service.js';
import { Lease } from './lease.js';
import { sharesBackends } from './pooler.js';

const shards = (game: RunningGame) => game.replica.owner.shards.size;

describeWith('postgres', 'shard leases', () => {
  const services = gameServices();
  const { bus } = services;
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  beforeEach(async () => void (database = await freshDatabase()));
  afterEach(() => database.drop());

  it('splits shards between two replicas and moves them when one stops, without losing a command', async () => {
    const first = await services.start(database.url);
    expect(shards(first)).toBe(64);
    const games = await Promise.all(Array.from({ length: 20 }, () => create(bus)));
    let playing = true;
    let sent = 0;
    const play = games.map(async ({ gameId }) => {
      for (let n = 0; playing; n++) {
        await send(bus, gameId, MODERATOR, { type: 'switchTimeTrial', on: n % 2 === 0 }, { withinMs: 10_000 });
        sent += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const second = await services.start(database.url);
    await eventually(() => expect([shards(first), shards(second)]).toEqual([32, 32]));
    await first.stop();
    await eventually(() => expect(shards(second)).toBe(64));
    playing = false;
    await Promise.all(play);

    let switched = 0;
    for (const { gameId } of games) {
      const log = await logOf(database.url, gameId);
      expect(log.map((row) => row.version)).toEqual(log.map((_, index) => index + 1));
      switched += log.filter((row) => row.type === 'timeTrialSwitched').length;
    }
    expect(switched).toBe(sent);
    await second.stop();
  });

  it('silences a replica that loses the database before another takes over', async () => {
    const line = await cuttableLine(database.url);
    const first = await services.start(database.url, { directUrl: line.url });
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    const { epoch } = [...first.replica.owner.shards.values()][0] ?? { epoch: 0 };

    line.freeze();
    const stale = () => first.replica.owner.read(gameId, () => 'stale');
    const second = await services.start(database.url);
    await eventually(() => expect(shards(second)).toBeGreaterThan(0));
    expect(await stale()).toBeUndefined();
    await eventually(() => expect(shards(second)).toBe(64));
    expect(await stale()).toBeUndefined();
    expect(await look(bus, gameId)).toMatchObject({ version: 3, view: { playerCount: 1 } });
    line.thaw();
    const answer = await first.bus.call(onShard(sendCommand, shardOf(gameId)), {
      gameId,
      commandId: 'after-the-thaw',
      actor: { userId: UserId.parse('bob'), isAdmin: false },
      command: { type: 'joinGame', name: 'Bob' },
      deadlineMs: 4_000,
      waitedMs: 0,
    });
    expect(answer).toEqual({ version: 4 });
    expect([...second.replica.owner.shards.values()].every((shard) => shard.epoch > epoch)).toBe(true);
    await first.stop();
    await second.stop();
    line.close();
  });

  it('keeps a lease valid for 1.5 s after the last successful query was sent', async () => {
    // Creates the tables.
    await (await services.start(database.url)).stop();
    let now = 0;
    const lease = new Lease(
      database.url,
      { taken: () => undefined, lost: () => undefined, handOver: () => Promise.resolve(), freed: () => undefined },
      {
        log: { info: () => undefined, warn: () => undefined },
        now: () => now,
        isConnected: () => true,
        keepMs: 0,
        partition: { shareAfterMs: 0, handOverAfterMs: 60_000 },
        capacity: { mayHandOver: false, mayTake: () => true, shardToHandOver: () => undefined },
      },
    );
    expect(lease.isValid()).toBe(false);
    await lease.start();
    // Nothing else is sent in this turn.
    expect([0, 1_499, 1_500].map((ms) => ((now = ms), lease.isValid()))).toEqual([true, true, false]);
    await lease.stop();
    now = 0;
    expect(lease.isValid()).toBe(false);
  });

  it('recognizes connections that share a server session, as behind a pooler', async () => {
    const one = await connect(database.url, {}, () => undefined);
    const two = await connect(database.url, {}, () => undefined);
    expect(await sharesBackends(one, two)).toBe(false);
    expect(await sharesBackends(one, one)).toBe(true);
    expect(await isAnsweredByPooler(one)).toBe(false);
    await Promise.all([one.end(), two.end()]);
  });
});
