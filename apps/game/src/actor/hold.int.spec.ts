import { shardOf } from '@earworm/contracts';
import { type BuzzTiming, CategoryId, GameId, QuestionId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reserveCode } from '../codes/codes.js';
import { MIGRATIONS } from '../migrations.js';
import { sql } from '../testing/database.js';
import { MODERATOR } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';

const categoryId = CategoryId.parse('eighties');
const questionId = QuestionId.parse('q1');
const buzz = { type: 'buzz', questionId } as const;
const touched = (agoMs: number): BuzzTiming => ({ agoMs, errorMs: 4, roundTripMs: 150, venueMs: null });

describeWith('postgres', 'buzzes that are held while the game changes its owner', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    database = await freshDatabase();
    source = await openDataSource({ url: database.url, schema: 'game', entities: [], migrations: MIGRATIONS });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  async function heldIn(name: string) {
    const gameId = GameId.parse(name);
    const shard = shardOf(gameId);
    await reserveCode(source, gameId);
    const owner = (epoch: number) => ownerWithoutLease({ database: source, url: database.url, epoch, shard });
    const first = owner(1);
    const question = { youtubeLink: 'dQw4w9WgXcQ', clipId: null, youtubeSongName: '', answer: 'Never', points: 100 };
    const buzzOrder = { mode: 'corrected', holdMs: 250, creditMs: 150 } as const;
    await first.send(gameId, MODERATOR, { type: 'createGame' });
    await first.send(gameId, MODERATOR, { type: 'addCategory', categoryId, name: 'The Eighties' });
    await first.send(gameId, MODERATOR, { type: 'addQuestion', categoryId, questionId, question });
    for (const who of ['ann', 'bob', 'cem', 'dora']) await first.send(gameId, who, { type: 'joinGame', name: who });
    await first.send(gameId, MODERATOR, { type: 'changeSettings', settings: { buzzOrder } });
    await first.send(gameId, MODERATOR, { type: 'startGame' });
    await first.send(gameId, MODERATOR, { type: 'selectQuestion', categoryId, questionId });
    // Before the question no buzz counts.
    const selectedAt = Date.now();
    await eventually(() => expect(Date.now() - selectedAt).toBeGreaterThan(200));
    await first.send(gameId, 'ann', buzz, 0, touched(0));
    await first.send(gameId, 'bob', buzz, 0, touched(140));
    return { gameId, shard, first, second: owner(2) };
  }
  const loggedOf = (gameId: GameId) =>
    sql<{ event: { type: string; at: number; order?: { playerId: string }[] } }>(
      database.url,
      `select event from event where game_id = $1 order by version`,
      [gameId],
    );
  async function orderOf(gameId: GameId) {
    return eventually(async () => {
      const orders = (await loggedOf(gameId)).filter(({ event }) => event.type === 'buzzesOrdered');
      expect(orders).toHaveLength(1);
      return orders[0]!.event;
    });
  }

  it('come out in the same order, with those that the new owner still takes, after a fresh hold', async () => {
    const { gameId, shard, first, second } = await heldIn('hold-of-a-lost-owner');
    first.owner.lost([shard]);
    const takenAt = Date.now();
    await second.send(gameId, 'cem', buzz, 0, touched(60));
    const { order, at } = await orderOf(gameId);
    expect(order?.map(({ playerId }) => playerId)).toEqual(['bob', 'cem', 'ann'].sort(byTouch(order)));
    expect(order?.map(({ playerId }) => playerId).sort()).toEqual(['ann', 'bob', 'cem']);
    expect(at - takenAt).toBeGreaterThanOrEqual(250);
    await first.close();
    await second.close();
  });

  it('come out once when the old owner still runs', async () => {
    const { gameId, first, second } = await heldIn('hold-of-two-owners');
    await second.send(gameId, 'ann', buzz, 0, touched(0));
    const { order } = await orderOf(gameId);
    expect(order?.map(({ playerId }) => playerId)).toEqual(['bob', 'ann']);
    await second.send(gameId, 'dora', buzz);
    const types = (await loggedOf(gameId)).map(({ event }) => event.type);
    expect(types.slice(-2)).toEqual(['buzzesOrdered', 'playerBuzzed']);
    await first.close();
    await second.close();
  });
});

/** By the times that were logged of each. */
function byTouch(order: readonly object[] = []) {
  const times = new Map(
    (order as { playerId: string; arrivedAt: number; creditMs: number }[]).map(
      ({ playerId, arrivedAt, creditMs }) => [playerId, arrivedAt - creditMs] as const,
    ),
  );
  return (one: string, other: string) => (times.get(one) ?? 0) - (times.get(other) ?? 0);
}
