import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CategoryId, type Command, GameId, QuestionId, type Settings } from '@earworm/rules';
import { createGameOf, ownerInMemory } from '../testing/game-in-memory.js';

const gameId = GameId.parse('held');
const categoryId = CategoryId.parse('c0');
const questionId = QuestionId.parse('q0-0');

describe('The hold of the first buzzes of a queue', () => {
  beforeEach(
    () => void jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate', 'nextTick', 'queueMicrotask'] }),
  );
  afterEach(() => void jest.useRealTimers());

  async function questionInPlay(settings: Partial<Settings>) {
    const { owner, give, rows } = ownerInMemory({ limit: 1e9 });
    await give(gameId, 'mo', createGameOf(400));
    for (const name of ['ann', 'bob', 'cem']) await give(gameId, name, { type: 'joinGame', name });
    const start: Command[] = [
      { type: 'changeSettings', settings },
      { type: 'startGame' },
      { type: 'selectQuestion', categoryId, questionId },
    ];
    for (const command of start) await give(gameId, 'mo', command);
    const types = () => (rows.get(gameId) ?? []).map(({ event }) => (JSON.parse(event) as { type: string }).type);
    return { owner, give, types, actor: owner.inMemory(gameId)! };
  }
  const buzz: Command = { type: 'buzz', questionId };
  const corrected = { buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } } as const;

  it('ends in one order, so long after the first was committed', async () => {
    const { give, types, actor } = await questionInPlay(corrected);
    await give(gameId, 'ann', buzz);
    await jest.advanceTimersByTimeAsync(50);
    await give(gameId, 'bob', buzz);
    await jest.advanceTimersByTimeAsync(29);
    expect([types().slice(-2), actor.isQuiet]).toEqual([['buzzArrived', 'buzzArrived'], false]);
    await jest.advanceTimersByTimeAsync(1);
    expect([types().slice(-3), actor.isQuiet]).toEqual([['buzzArrived', 'buzzArrived', 'buzzesOrdered'], true]);
    await give(gameId, 'cem', buzz);
    expect(types().at(-1)).toBe('playerBuzzed');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('begins with a seed that no view holds before the order', async () => {
    const { give, actor } = await questionInPlay(corrected);
    await give(gameId, 'ann', buzz);
    const { state } = actor.committed;
    if (state.status !== 'playing') throw new Error(state.status);
    const { seed = 0 } = state.current?.hold ?? {};
    expect(Number.isInteger(seed)).toBe(true);
    for (const kind of ['player', 'stage', 'full'] as const)
      expect(actor.committed.view(state, kind)).not.toContain(String(seed));
  });

  it('starts no timer in a game without the setting', async () => {
    const { give, types } = await questionInPlay({});
    await give(gameId, 'ann', buzz);
    expect([types().at(-1), jest.getTimerCount()]).toEqual(['playerBuzzed', 0]);
  });

  it('ends nothing once the game has left this replica', async () => {
    const { owner, give, types } = await questionInPlay(corrected);
    await give(gameId, 'ann', buzz);
    owner.lost([...owner.shards.keys()]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([types().at(-1), jest.getTimerCount()]).toEqual(['buzzArrived', 0]);
  });
});
