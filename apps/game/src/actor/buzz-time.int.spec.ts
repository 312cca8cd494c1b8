import { shardOf } from '@earworm/contracts';
import { CategoryId, GameId, QuestionId } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reserveCode } from '../codes/codes.js';
import { MIGRATIONS } from '../migrations.js';
import { sql } from '../testing/database.js';
import { create, gameServices, MODERATOR, send } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';
import { type Clock, systemClock } from './clock.js';

const categoryId = CategoryId.parse('eighties');
const questionId = QuestionId.parse('q1');

describeWith('postgres', 'buzz time from receipt at the gateway', () => {
  const start = 1_800_000_000_000;
  let ms = 0;
  const clock: Clock = { now: () => start + ms, ticks: () => ms };
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    database = await freshDatabase();
    const { url } = database;
    source = await openDataSource({ url, schema: 'game', entities: [], migrations: MIGRATIONS });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  async function questionInPlay(name: string) {
    const gameId = GameId.parse(name);
    const shard = shardOf(gameId);
    await reserveCode(source, gameId);
    const owner = (epoch: number) => ownerWithoutLease({ database: source, url: database.url, epoch, shard }, clock);
    const first = owner(1);
    await first.send(gameId, MODERATOR, { type: 'createGame' });
    await first.send(gameId, MODERATOR, { type: 'addCategory', categoryId, name: 'The Eighties' });
    const question = { youtubeLink: 'dQw4w9WgXcQ', clipId: null, youtubeSongName: '', answer: 'Never', points: 100 };
    await first.send(gameId, MODERATOR, { type: 'addQuestion', categoryId, questionId, question });
    for (const name of ['ann', 'bob', 'cem']) await first.send(gameId, name, { type: 'joinGame', name });
    await first.send(gameId, MODERATOR, { type: 'startGame' });
    await first.send(gameId, MODERATOR, { type: 'selectQuestion', categoryId, questionId });
    return { gameId, first, second: owner(2), selectedAt: clock.now() };
  }
  const queueOf = (owner: Awaited<ReturnType<typeof questionInPlay>>['first'], gameId: GameId) =>
    owner.owner.read(gameId, (game) =>
      game.status === 'playing' ? game.current?.answerQueue.map(({ playerId, at }) => [playerId, at]) : undefined,
    );

  it('counts no time before the question or an earlier decided buzz', async () => {
    const { gameId, first, selectedAt } = await questionInPlay('buzz-time');
    ms += 1_000;
    await first.send(gameId, 'ann', { type: 'buzz', questionId }, 400);
    await first.send(gameId, 'bob', { type: 'buzz', questionId }, 900);
    expect(await queueOf(first, gameId)).toEqual([
      ['ann', selectedAt + 600],
      ['bob', selectedAt + 600],
    ]);
    const early = await questionInPlay('buzz-too-early');
    ms += 1_000;
    await early.first.send(early.gameId, 'ann', { type: 'buzz', questionId }, 3_000);
    expect(await queueOf(early.first, early.gameId)).toEqual([['ann', early.selectedAt]]);
    await first.close();
    await early.first.close();
  });

  it('counts at most four seconds back', async () => {
    const services = gameServices();
    const game = await services.start(database.url);
    try {
      const { gameId } = await create(services.bus);
      await send(services.bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
      await send(services.bus, gameId, MODERATOR, { type: 'startGame' });
      await send(services.bus, gameId, MODERATOR, { type: 'selectQuestion', categoryId, questionId });
      const real = systemClock.now.bind(systemClock);
      jest.spyOn(systemClock, 'now').mockImplementation(() => real() + 5_000);
      const givenAt = systemClock.now();
      await send(services.bus, gameId, 'ann', { type: 'buzz', questionId }, { waitedMs: 10_000 });
      const [buzzed] = await sql<{ at: string }>(
        database.url,
        `select at from event where game_id = $1 and event->>'type' = 'playerBuzzed'`,
        [gameId],
      );
      expect(Number(buzzed?.at)).toBeGreaterThanOrEqual(givenAt - 4_000);
      expect(Number(buzzed?.at)).toBeLessThanOrEqual(systemClock.now() - 4_000);
    } finally {
      jest.restoreAllMocks();
      await game.stop();
    }
  });

  it('puts the earlier buzz first during a take-over, whichever arrived first', async () => {
    const { gameId, first, second, selectedAt } = await questionInPlay('buzz-while-loading');
    ms += 1_000;
    await Promise.all([
      second.send(gameId, 'cem', { type: 'buzz', questionId }, 100),
      second.send(gameId, 'ann', { type: 'buzz', questionId }, 700),
      second.send(gameId, 'bob', { type: 'buzz', questionId }, 300),
    ]);
    expect(await queueOf(second, gameId)).toEqual([
      ['ann', selectedAt + 300],
      ['bob', selectedAt + 700],
      ['cem', selectedAt + 900],
    ]);
    await first.close();
    await second.close();
  });
});
