import { shardOf } from '@earworm/contracts';
import { CategoryId, GameId, QuestionId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reserveCode } from '../codes/codes.js';
import { MIGRATIONS } from '../migrations.js';
import { logOf } from '../testing/database.js';
import { MODERATOR } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';

const categoryId = CategoryId.parse('eighties');
const questionId = QuestionId.parse('q1');
const question = { youtubeLink: 'dQw4w9WgXcQ', clipId: null, youtubeSongName: '', answer: 'Never', points: 100 };

describeWith('postgres', 'two owners of one game', () => {
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

  it('reads a completed game without claiming it', async () => {
    const completed = GameId.parse('completed-game');
    const shardOfIt = shardOf(completed);
    await reserveCode(source, completed);
    const first = ownerWithoutLease({ database: source, url: database.url, epoch: 1, shard: shardOfIt });
    await first.send(completed, MODERATOR, { type: 'createGame' });
    await first.send(completed, MODERATOR, { type: 'addCategory', categoryId, name: 'The Eighties' });
    await first.send(completed, MODERATOR, { type: 'addQuestion', categoryId, questionId, question });
    await first.send(completed, 'ann', { type: 'joinGame', name: 'Ann' });
    await first.send(completed, MODERATOR, { type: 'startGame' });
    expect(await first.send(completed, MODERATOR, { type: 'completeGame' })).toMatchObject({ kind: 'accepted' });
    const before = await logOf(database.url, completed);

    const second = ownerWithoutLease({ database: source, url: database.url, epoch: 2, shard: shardOfIt });
    expect(await second.owner.read(completed, ({ status }) => status)).toBe('completed');
    expect(await second.send(completed, 'ann', { type: 'leaveGame' })).toMatchObject({ kind: 'rejected' });
    expect(await logOf(database.url, completed)).toEqual(before);
    await first.close();
    await second.close();
  });

  it('refuses the older owner, which gives the whole shard up and answers nothing', async () => {
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
