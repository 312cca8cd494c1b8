import { randomUUID } from 'node:crypto';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { shardOf } from '@earworm/contracts';
import { GameId, type Command } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { randomCode, reserveCode } from '../codes/reserve-code.js';
import { LogWriter } from '../log/append.js';
import { Flush } from '../log/flush.js';
import { CreateLog1763683200000 } from '../log/migrations/1763683200000-create-log.js';
import { loadLog } from '../log/read.js';
import { systemClock as clock } from '../room/clock.js';
import { logOf } from '../testing/database.js';
import { MODERATOR, user } from '../testing/game-service.js';
import { Owner } from './owner.js';

/** An owner that believes in its lease whatever happens: a frozen process just after it has thawed. */
function stubbornOwner(database: DataSource, url: string, epoch: number, shard: number) {
  const writer = new LogWriter(url);
  const flush = new Flush((rows) => writer.append(rows), { batch: () => undefined, outcome: () => undefined });
  const givenUp: string[] = [];
  const published: string[] = [];
  const owner: Owner = new Owner(
    {
      clock,
      load: (gameId) => loadLog(database, gameId),
      offer: (author, gameId, rows) => flush.offer(author, gameId, rows),
      withdraw: (author, gameId) => flush.withdraw(author, gameId),
      publish: (subject) => published.push(subject),
      save: () => undefined,
      warn: () => undefined,
    },
    {
      maySpeak: () => true,
      giveUp: (number, reason) => {
        givenUp.push(`${number} ${reason}`);
        owner.lost([number]);
      },
      taken: () => undefined,
      gamesMax: 100,
      busy: () => undefined,
    },
  );
  owner.taken(new Map([[shard, epoch]]));
  const send = (gameId: GameId, userId: string, command: Command | { type: 'createGame' }) =>
    owner.answer(gameId, (actor) =>
      actor.submit({
        giver: { userId: user(userId), isAdmin: false },
        commandId: randomUUID(),
        command:
          command.type === 'createGame'
            ? { type: 'createGame', gameCode: randomCode(), moderatorName: 'Mo', settings: {}, categories: [] }
            : command,
        pressedAt: clock.now(),
        deadline: clock.ticks() + 4_000,
      }),
    );
  return { owner, send, givenUp, published, close: () => writer.close() };
}

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
      migrations: [CreateLog1763683200000],
    });
    await reserveCode(source, gameId);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('the log refuses the older one, which gives the whole shard up and answers nothing', async () => {
    const older = stubbornOwner(source, database.url, 1, shard);
    const newer = stubbornOwner(source, database.url, 2, shard);
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
