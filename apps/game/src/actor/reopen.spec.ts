import { CategoryDraft, CategoryId, GameId, QuestionId } from '@earworm/rules';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CREATE_GAME, ownerInMemory } from '../testing/game-in-memory.js';
import { GamePresence } from './game-presence.js';

const GAME = GameId.parse('a-game-ended-by-mistake');
const categoryId = CategoryId.parse('c1');
const questionId = QuestionId.parse('q1');
const question = { questionId, youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', answer: 'A', points: 100 };

describe('a completed game that its moderator reopens', () => {
  let memory: ReturnType<typeof ownerInMemory>;
  const typesOf = () =>
    memory.rows.get(GAME)?.map(({ event, epoch }) => `${(JSON.parse(event) as { type: string }).type} ${epoch}`);

  beforeEach(async () => {
    memory = ownerInMemory({ limit: 10 * 1024 * 1024 });
    const categories = [CategoryDraft.parse({ categoryId, name: 'C', questions: [question] })];
    await memory.give(GAME, 'mo', { ...CREATE_GAME, categories });
    await memory.give(GAME, 'ann', { type: 'joinGame', name: 'Ann' });
    await memory.give(GAME, 'mo', { type: 'startGame' });
    await memory.give(GAME, 'mo', { type: 'selectQuestion', categoryId, questionId });
    await memory.give(GAME, 'mo', { type: 'completeGame' });
  });

  it('takes buzzes on the question that was open', async () => {
    expect(await memory.give(GAME, 'ann', { type: 'buzz', questionId })).toMatchObject({
      rejection: { code: 'game-ended' },
    });
    await memory.give(GAME, 'mo', { type: 'reopenGame' });
    expect(await memory.give(GAME, 'ann', { type: 'buzz', questionId })).toMatchObject({ kind: 'accepted' });
  });

  it('gets a new owner’s claim before it continues there', async () => {
    memory.owner.lost([...memory.owner.shards.keys()]);
    memory.owner.taken(new Map(Array.from({ length: 64 }, (_, shard) => [shard, 2])));
    expect(await memory.give(GAME, 'mo', { type: 'reopenGame' })).toMatchObject({ kind: 'accepted' });
    expect(await memory.give(GAME, 'ann', { type: 'buzz', questionId })).toMatchObject({ kind: 'accepted' });
    expect(typesOf()?.slice(-4)).toEqual(['gameCompleted 1', 'owned 2', 'gameReopened 2', 'playerBuzzed 2']);
  });

  it('knows whether its desk is connected, as presence was followed after the end', async () => {
    const times = { expiresMs: 12_000, moderatorAwayMs: 60_000, deskDisconnectedMs: 3_000 };
    const presence = new GamePresence({ ...times, seatRequestMs: 60_000, seatRequestAwayMs: 20_000 }, 0);
    await memory.owner.read(GAME, (game) => {
      expect(game.status).toBe('completed');
      for (let now = 0; now <= 120_000; now += 5_000)
        presence.report({ gateway: 'g', users: ['mo'], stages: 0 }, game, now);
    });
    expect(presence.desksLostSince(121_000)).toBeNull();
  });
});
