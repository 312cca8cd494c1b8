import { shardOf } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reserveCode } from '../codes/reserve-code.js';
import { MIGRATIONS } from '../log/migrations.js';
import { logOf } from '../testing/database.js';
import { MODERATOR } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';

describeWith('postgres', 'Two owners of one game', () => {
  const gameId = GameId.parse('fenced-game');
  const shard = shardOf(gameId);
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    database = await freshDatabase();
    source = await openDataSource({
      url: database.url,
      schema: 'game',
      entities: [],
      migrations: MIGRATIONS,
    });
    await reserveCode(source, gameId);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('the log refuses the older one, which gives the whole shard up and answers nothing', async () => {
    const older = ownerWithoutLease({ database: source, url: database.url, epoch: 1, shard });
    const newer = ownerWithoutLease({ database: source, url: database.url, epoch: 2, shard });
    expect(await older.send(gameId, MODERATOR, { type: 'createGame' })).toEqual({ kind: 'accepted', version: 1 });
    expect(await older.send(gameId, 'ann', { type: 'joinGame', name: 'Ann' })).toEqual({
      kind: 'accepted',
      version: 2,
    });

    expect(await newer.send(gameId, 'bob', { type: 'joinGame', name: 'Bob' })).toEqual({
      kind: 'accepted',
      version: 4,
    });
    const publishedBefore = older.published.length;
    expect(await older.send(gameId, 'cem', { type: 'joinGame', name: 'Cem' })).toBeUndefined();
    expect(older.givenUp).toEqual([`${shard} fenced`]);
    expect(older.published).toHaveLength(publishedBefore);
    expect(await older.owner.read(gameId, () => 'still here')).toBeUndefined();

    expect(await newer.send(gameId, 'cem', { type: 'joinGame', name: 'Cem' })).toEqual({
      kind: 'accepted',
      version: 5,
    });
    expect((await logOf(database.url, gameId)).map((row) => [row.version, row.type, row.user_id])).toEqual([
      [1, 'gameCreated', MODERATOR],
      [2, 'playerJoined', 'ann'],
      [3, 'owned', null],
      [4, 'playerJoined', 'bob'],
      [5, 'playerJoined', 'cem'],
    ]);
    await older.close();
    await newer.close();
  });
});
