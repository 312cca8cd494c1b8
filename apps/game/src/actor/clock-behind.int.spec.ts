import { shardOf } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { reserveCode } from '../codes/codes.js';
import { MIGRATIONS } from '../migrations.js';
import { sql } from '../testing/database.js';
import { MODERATOR } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';
import type { Clock } from './clock.js';

describeWith('postgres', 'a game that is taken over by a machine whose clock is an hour behind', () => {
  it('never goes back in time', async () => {
    const database = await freshDatabase();
    const { url } = database;
    const source = await openDataSource({ url, schema: 'game', entities: [], migrations: MIGRATIONS });
    const gameId = GameId.parse('time-stands-still');
    const shard = shardOf(gameId);
    await reserveCode(source, gameId);
    const start = 1_800_000_000_000;
    let ms = 0;
    const clock: Clock = { now: () => start + ms, ticks: () => ms };
    const behind: Clock = { now: () => start - 3_600_000 + ms, ticks: () => ms };
    const first = ownerWithoutLease({ database: source, url, epoch: 1, shard }, clock);
    await first.send(gameId, MODERATOR, { type: 'createGame' });
    ms += 1_000;
    await first.send(gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    const second = ownerWithoutLease({ database: source, url, epoch: 2, shard }, behind);
    ms += 1_000;
    expect(await second.send(gameId, 'bob', { type: 'joinGame', name: 'Bob' })).toMatchObject({ kind: 'accepted' });
    const rows = await sql<{ at: string; inside: number }>(
      url,
      `select at, (event->>'at')::bigint::float8 as inside from event order by version`,
    );
    expect(rows.map(({ at }) => Number(at))).toEqual([start, start + 1_000, start + 1_000, start + 1_000]);
    expect(rows.map(({ inside }) => inside)).toEqual(rows.map(({ at }) => Number(at)));
    await first.close();
    await second.close();
    await source.destroy();
    await database.drop();
  });
});
