import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { ShardLocks } from './locks.js';

describeWith('postgres', 'the locks of a replica', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let locks: ShardLocks;

  beforeEach(async () => {
    database = await freshDatabase();
    await sql(database.url, 'create schema game');
    await sql(database.url, 'create sequence epoch');
    locks = await ShardLocks.open(database.url, () => undefined);
  });
  afterEach(async () => {
    await locks.close();
    await database.drop();
  });

  it('sends the next query only after the last one is answered, as pg demands', async () => {
    const { client } = locks;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const inFlight = { now: 0, most: 0 };
    const counted = async (...given: unknown[]) => {
      inFlight.most = Math.max(inFlight.most, ++inFlight.now);
      return query(...given).finally(() => (inFlight.now -= 1));
    };
    Object.assign(client, { query: counted });
    const [taken, view] = await Promise.all([locks.take([1, 2]), locks.view(), locks.count(false)]);
    expect([...taken.keys()]).toEqual([1, 2]);
    expect(view.mine).toEqual(new Set([1, 2]));
    await Promise.all([locks.release(1), locks.release(2)]);
    expect((await locks.view()).mine.size).toBe(0);
    expect(inFlight).toEqual({ now: 0, most: 1 });
  });
});
