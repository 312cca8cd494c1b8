import { shardOf } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { reserveCode } from '../codes/codes.js';
import { logOf, sql } from '../testing/database.js';
import { MODERATOR } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';
import { MIGRATIONS } from '../migrations.js';

describeWith('postgres', 'an event of a newer release', () => {
  it('makes the owner give up the shard and is never skipped', async () => {
    const database = await freshDatabase();
    const { url } = database;
    const source = await openDataSource({
      url,
      schema: 'game',
      entities: [],
      migrations: MIGRATIONS,
    });
    const gameId = GameId.parse('from-the-future');
    const shard = shardOf(gameId);
    await reserveCode(source, gameId);
    const before = ownerWithoutLease({ database: source, url, epoch: 1, shard });
    await before.send(gameId, MODERATOR, { type: 'createGame' });
    await sql(
      url,
      `insert into event (game_id, version, event, at, epoch) values ($1, 2, '{"type":"lightningStruck","at":2}', 2, 1)`,
      [gameId],
    );
    const after = ownerWithoutLease({ database: source, url, epoch: 2, shard });
    expect(await after.send(gameId, 'ann', { type: 'joinGame', name: 'Ann' })).toBeUndefined();
    expect(after.givenUp).toEqual([`${shard} unreadable`]);
    expect(await logOf(url, gameId)).toHaveLength(2);
    await before.close();
    await after.close();
    await source.destroy();
    await database.drop();
  });
});
