import { GameId } from '@earworm/rules';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { gameIdFor } from '../codes/codes.js';
import { CREATE_GAME, ownerInMemory } from '../testing/game-in-memory.js';

const GAME = GameId.parse('a-game-that-is-over');
const requestId = 'the-next-game';
const playAgain = { type: 'playAgain', requestId } as const;

describe('a completed game that is played again', () => {
  let memory: ReturnType<typeof ownerInMemory>;
  const typesOf = () =>
    memory.rows.get(GAME)?.map(({ event, epoch }) => `${(JSON.parse(event) as { type: string }).type} ${epoch}`);
  const next = () => memory.owner.readPublicInfo(GAME, (info) => info.next);

  beforeEach(async () => {
    memory = ownerInMemory({ limit: 10 * 1024 * 1024 });
    await memory.give(GAME, 'mo', CREATE_GAME);
    await memory.give(GAME, 'mo', { type: 'completeGame' });
  });

  it('leads into the game that its moderator’s request creates, and into no other', async () => {
    expect(await next()).toBeNull();
    expect(await memory.give(GAME, 'eve', playAgain)).toMatchObject({ rejection: { code: 'not-moderator' } });
    expect(await memory.give(GAME, 'mo', playAgain)).toMatchObject({ kind: 'accepted' });
    expect(await next()).toBe(gameIdFor('mo', requestId));
  });

  it('gets a new owner’s claim before its first append, and none when it is only read', async () => {
    memory.owner.lost([...memory.owner.shards.keys()]);
    memory.owner.taken(new Map(Array.from({ length: 64 }, (_, shard) => [shard, 2])));
    expect(await next()).toBeNull();
    expect(typesOf()).toEqual(['gameCreated 1', 'gameCompleted 1']);
    expect(await memory.give(GAME, 'mo', playAgain)).toMatchObject({ kind: 'accepted', version: 4 });
    expect(typesOf()).toEqual(['gameCreated 1', 'gameCompleted 1', 'owned 2', 'gameFollowed 2']);
    expect(await next()).toBe(gameIdFor('mo', requestId));
  });

  it('gets no claim for a command that is rejected', async () => {
    memory.owner.lost([...memory.owner.shards.keys()]);
    memory.owner.taken(new Map(Array.from({ length: 64 }, (_, shard) => [shard, 2])));
    expect(await memory.give(GAME, 'eve', playAgain)).toMatchObject({ rejection: { code: 'not-moderator' } });
    expect(typesOf()).toEqual(['gameCreated 1', 'gameCompleted 1']);
  });

  it('answers reads that arrive while it is loaded and claimed', async () => {
    memory.owner.lost([...memory.owner.shards.keys()]);
    memory.owner.taken(new Map(Array.from({ length: 64 }, (_, shard) => [shard, 2])));
    const answer = memory.give(GAME, 'mo', playAgain);
    expect(await memory.owner.read(GAME, ({ status }) => status)).toBe('completed');
    expect(await answer).toMatchObject({ kind: 'accepted', version: 4 });
    expect(await next()).toBe(gameIdFor('mo', requestId));
  });
});
